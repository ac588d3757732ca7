// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/session/unsaved_files.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <string>
#include <vector>

namespace jitterscope::ui {

/// A report that is in no file yet, as it would be saved.
struct UnsavedReport {
    QString name; ///< suggested for its file: `diagnosis-game-60-adaptive.html`
    std::string bytes;
};

/// Keeps reports that are in no file: within two seconds of a change they go to a file beside the settings,
/// whole or not at all. Only a user who leaves them (letGo()) removes it; whatever else ends the window
/// leaves it for the next start. Each window has a file of its own (UnsavedFiles).
class ReportKeeper final : public QObject {
    Q_OBJECT
public:
    /// `path`: of that file; empty: nothing is kept. `reports`: all that are in no file now.
    ReportKeeper(const QString& path, std::function<std::vector<UnsavedReport>()> reports,
                 QObject* parent = nullptr);

    /// What windows before this one left, the oldest first.
    [[nodiscard]] const std::vector<UnsavedFiles::Left>& left() const noexcept { return m_files.left(); }
    /// The names of the reports in such a file; an unreadable one has none.
    [[nodiscard]] static QStringList namesIn(const QString& path);
    /// Writes them into this folder, beside what is there, and keeps them no longer. Returns their paths.
    /// Error: one was not written, or the file cannot be read; it stays.
    Result<QStringList> saveLeft(const QString& path, const QString& folder);
    /// They are not wanted.
    void discard(const QString& path) { m_files.drop(path); }

    /// Looks again whether there is something to keep.
    void refresh();
    /// Writes what is not kept yet, before it returns: the program is about to be ended from outside.
    void keepNow();
    /// The user leaves what is not saved: it is kept no longer.
    void letGo();

signals:
    /// The file holds the reports as they are now.
    void kept();
    /// In words.
    void failed(const QString& message);

private:
    void write();

    UnsavedFiles m_files;
    std::function<std::vector<UnsavedReport>()> m_reports;
    bool m_changed = false; ///< since it was written
    QTimer m_timer{this};
};

} // namespace jitterscope::ui
