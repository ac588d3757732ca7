// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log_catalog.h"
#include "ui/session/run_opener.h"

#include <QDialog>
#include <QObject>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <set>

class QComboBox;
class QLineEdit;

namespace jitterscope::ui {

/// Asks only what a log leaves open: which process, which column, in which unit, and what the times are.
/// Modal to its window, and blocks no code: accepted() comes when the user has answered.
class ImportQuestion final : public QDialog {
    Q_OBJECT
public:
    /// What is asked, and what there is to choose from.
    struct Asked {
        Error error; ///< why the options are not enough
        LogQuestion question;
        LogChoices choices;
    };
    /// `said`: what the user has said already.
    ImportQuestion(const QString& path, const ImportOptions& said, const Asked& asked, QWidget* parent);

    [[nodiscard]] ImportOptions answer() const;

private:
    ImportOptions m_said;
    LogQuestion m_question;
    QComboBox* m_process;
    QComboBox* m_column;
    QComboBox* m_unit;
    QLineEdit* m_frequency; // of ticks
    QComboBox* m_quantity;
};

class RunList;
class Session;
class Settings;

/// Takes files into the list of runs: opens them, asks for what a log does not say, and remembers them.
class RunIntake final : public QObject {
    Q_OBJECT
public:
    /// `page`: the parent of its questions.
    RunIntake(Session& session, Settings& settings, QWidget* page);

    [[nodiscard]] RunOpener& opener() { return m_opener; }
    /// A run, a log, a folder of recordings or a session.
    void open(const QString& path);
    /// Runs and sessions, as recentFiles() has them.
    [[nodiscard]] QStringList recent() const;

signals:
    void noticed(const QString& text);
    void progressed(const QString& text);
    void failed(const QString& text);
    void offered(const QString& message, const QString& doing, const std::function<void()>& then);

private:
    void take(const QString& path, const std::vector<ComparedRun>& runs);
    void takeSession(const QString& path, const SavedSession& session);
    [[nodiscard]] bool offerTheRest(const QString& name, const ComparedRun& run);
    void ask(const QString& path, const Error& error);
    void openWith(const QString& path, ImportOptions options);
    void remember(const QString& path);

    Session& m_session;
    Settings& m_settings;
    QWidget* m_page;
    RunOpener m_opener;
    ImportOptions m_answer;    // the last answer; tried before the user is asked again
    QString m_answered;        // the file that it was given for
    std::set<QString> m_tried; // files that were tried with it
    std::map<QString, std::shared_ptr<LogChoices>> m_choices; // of files that are being opened
};

} // namespace jitterscope::ui
