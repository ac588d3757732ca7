// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/report_keeper.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"

#include <QMessageBox>
#include <QObject>
#include <QWidget>

namespace jitterscope::ui {

/// Keeps the path of the recording under way in the settings. So the next start can tell of a recording that
/// was cut short: by a kill, a lost display or a crash of the machine.
class RecordingMemory final : public QObject {
    Q_OBJECT
public:
    /// Both outlive it.
    RecordingMemory(Session& session, Settings& settings, QObject* parent = nullptr);

    /// One sentence about a recording that was cut short. Empty: there is none. The next call says nothing.
    [[nodiscard]] QString takeLeftover();

private:
    void remember();

    Session& m_session;
    Settings& m_settings;
};

/// Asks the user about the reports that earlier windows have kept: save them in a folder, forget them, or
/// decide later.
class KeptReports final : public QObject {
    Q_OBJECT
public:
    /// All outlive it.
    KeptReports(ReportKeeper& keeper, Settings& settings, QWidget& window);

    /// One sentence about what there is; empty: nothing.
    [[nodiscard]] QString sentence() const;
    /// Asks about the oldest, then about the next. Not modal.
    void ask();

signals:
    void noticed(const QString& message);
    void failed(const QString& message);

private:
    void askFolder(const QString& path);
    void save(const QString& path, const QString& folder);

    ReportKeeper& m_keeper;
    Settings& m_settings;
    QWidget& m_window;
};

} // namespace jitterscope::ui
