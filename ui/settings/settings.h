// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/redactor.h"

#include <QJsonObject>
#include <QString>
#include <QVariant>

namespace jitterscope::ui {

/// Everything that is remembered between two starts. Each setting has a line in settings.cpp: key and
/// default.
enum class Setting {
    Theme,          ///< as themeId() has it
    Page,           ///< id of the page last shown
    Geometry,       ///< of the window, Base64
    Plan,           ///< the last plan, as core/files/plan_json writes it
    MoreOpen,       ///< foldout "more parameters"
    ThreadOpen,     ///< foldout "thread"
    EstimatorView,  ///< of the estimator chart: `time`, `distribution`, `cost`
    ExportFolder,   ///< where the last file was written
    Labs,           ///< which labs were done and where each was left, as JSON
    ReduceMotion,   ///< moving pictures move as little as they can
    LabsWhole,      ///< explanations of labs on one page, and not in steps
    RecentRuns,     ///< files that were opened as runs: recentFiles()
    RecentFiles,    ///< files of all kinds: recentFiles()
    Recording,      ///< where the rows of the recording under way are; empty: none
    ProgramCommand, ///< the program that was last listened to, as it was typed
    RecentPrograms, ///< command lines that were listened to, a line each, the last one first
    Measured,       ///< Live has measured once: it no longer begins with what the program is for
    Version,        ///< of the program that was last used: news are told once
    Redact,         ///< files and reports leave out what tells who made them: redactedPrivacy()
};

/// Settings in one JSON file with a schema number.
/// * A file that is damaged, too large, of another kind or of a newer schema is kept as `.bak`, and defaults
///   are used; notice() then says so. A single value of the wrong type becomes its default.
/// * save() writes the file whole or not at all. A path that is not a regular file (a pipe, a device, a
///   folder) is neither read nor replaced.
class Settings {
public:
    static constexpr int kSchema = 1;

    explicit Settings(const QString& path = defaultPath());

    [[nodiscard]] static QString defaultPath();
    [[nodiscard]] QString path() const { return m_path; }
    /// A file of this name beside the settings; empty: they are in no file.
    [[nodiscard]] QString beside(const QString& name) const;
    /// One sentence for the user when the file could not be used; empty otherwise.
    [[nodiscard]] QString notice() const { return m_notice; }

    [[nodiscard]] QString text(Setting setting) const;
    [[nodiscard]] bool flag(Setting setting) const;
    /// Whether it was ever set: otherwise it has its default.
    [[nodiscard]] bool has(Setting setting) const;
    void set(Setting setting, const QJsonValue& value);
    /// What files may say, as Setting::Redact decides.
    [[nodiscard]] Privacy privacy() const;

    /// False: the file could not be written, and notice() says why; the old file is as it was.
    bool save();

private:
    void load();
    void keepAside(const QString& why);

    QString m_path;
    QString m_notice;
    QJsonObject m_values;
};

} // namespace jitterscope::ui
