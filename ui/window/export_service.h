// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/charts/chart.h"
#include "ui/session/session.h"

#include <QObject>
#include <QString>

#include <functional>

namespace jitterscope::ui {

class Settings;

enum class ExportKind { Samples, Sleeps, Summary, Json, Plan };

/// Writes files and tells how it went; the one seam through which the window writes.
/// Files are written on the GUI thread: two million rows take about a second, in which the rings hold
/// everything. A job with progress goes here, into write(), when core has one.
class ExportService final : public QObject {
    Q_OBJECT
public:
    ExportService(Session& session, Settings& settings, QWidget* window);

    /// Asks for a place (not modal to the application), then writes.
    void ask(ExportKind kind);
    void askChart(Chart* chart, ChartFile kind);
    void askRecording();
    void askOpen();

    /// False, and failed(): nothing was written.
    bool exportTo(ExportKind kind, const QString& path);
    bool exportChart(Chart& chart, ChartFile kind, const QString& path);
    /// A plan (`.json`), or a samples CSV that becomes the baseline.
    bool open(const QString& path);

signals:
    void noticed(const QString& message);
    void failed(const QString& message);

private:
    void askSave(const QString& title, const QString& name, const QString& filter,
                 std::function<void(const QString&)> then);
    bool write(const QString& path, const std::function<Result<Done>(const std::string&)>& writer);
    [[nodiscard]] QString suggestion(const QString& suffix) const;
    bool openPlan(const QString& path);
    bool openCsv(const QString& path);

    Session& m_session;
    Settings& m_settings;
    QWidget* m_window;
};

} // namespace jitterscope::ui
