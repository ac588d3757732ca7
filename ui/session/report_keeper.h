// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/session/unsaved_files.h"

#include <QStringList>

#include <functional>
#include <string>
#include <vector>

namespace jitterscope::ui {

/// A report that is in no file yet, as it would be saved.
struct UnsavedReport {
    QString name; ///< suggested for its file: `diagnosis-game-60-adaptive.html`
    std::string bytes;
};

/// `report.html` in this folder, or `report-2.html` where that is there already: a whole path.
[[nodiscard]] QString freeName(const QString& folder, const QString& name);
/// Writes reports into this folder, replaces nothing there, and returns the new paths. Error: one was not
/// written; those before it were.
Result<QStringList> saveReports(const std::vector<UnsavedReport>& reports, const QString& folder);

/// Keeps reports that are in no file.
class ReportKeeper final : public Keeper {
    Q_OBJECT
public:
    /// `path`: of that file; empty: nothing is kept. `reports`: all that are in no file now.
    ReportKeeper(const QString& path, std::function<std::vector<UnsavedReport>()> reports,
                 QObject* parent = nullptr);

    /// What earlier windows left, the oldest first.
    [[nodiscard]] const std::vector<UnsavedFiles::Left>& left() const noexcept { return m_files.left(); }
    /// The names of the reports in such a file; an unreadable one has none.
    [[nodiscard]] static QStringList namesIn(const QString& path);
    /// Writes the reports of such a file into this folder, replaces nothing there, and removes the file.
    /// Returns the new paths. Error: a report was not written, or the file cannot be read; the file stays.
    Result<QStringList> saveLeft(const QString& path, const QString& folder);
    /// Removes such a file.
    void discard(const QString& path) { m_files.drop(path); }

    /// Writes what is not kept yet, before it returns: the program is about to be ended from outside.
    void keepNow();

private:
    void write() override;

    std::function<std::vector<UnsavedReport>()> m_reports;
};

} // namespace jitterscope::ui
