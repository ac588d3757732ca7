// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compare/run_intake.h"

#include "ui/format/outside_text.h"
#include "ui/pages/compare/import_question.h"
#include "ui/session/recent_files.h"
#include "ui/session/session.h"

#include <QFileInfo>

#include <algorithm>

namespace jitterscope::ui {

RunIntake::RunIntake(Session& session, Settings& settings, QWidget* page)
    : QObject(page), m_session(session), m_settings(settings), m_page(page) {
    connect(&m_opener, &RunOpener::opened, this, &RunIntake::take);
    connect(&m_opener, &RunOpener::sessionOpened, this, &RunIntake::takeSession);
    connect(&m_opener, &RunOpener::refused, this, &RunIntake::ask);
    connect(&m_opener, &RunOpener::failed, this, &RunIntake::failed);
    connect(&m_opener, &RunOpener::progressed, this, [this] {
        constexpr std::uint64_t kWorthSaying = 16U << 20U;
        if (m_page->isVisible() && m_opener.bytesRead() > kWorthSaying)
            emit progressed(tr("Reading %1: %2 MiB. Escape cancels.")
                                .arg(format::fileName(m_opener.path()))
                                .arg(m_opener.bytesRead() >> 20U));
    });
}

void RunIntake::open(const QString& path) {
    m_tried.erase(path);
    const Result<std::string> head = readHead(path.toStdString());
    if (head && isSessionText(head.value()))
        m_opener.openSession(path);
    else
        openWith(path, {});
}

void RunIntake::openWith(const QString& path, ImportOptions options) {
    options.choices = std::make_shared<LogChoices>();
    m_choices[path] = options.choices;
    m_opener.open(path, options);
}

QStringList RunIntake::recent() const {
    return recentFiles(m_settings, Setting::RecentRuns);
}

/// A session is all that the window holds. So it replaces runs that are saved, and joins runs that are not.
void RunIntake::takeSession(const QString& path, const SavedSession& session) {
    remember(path);
    if (m_session.runs().unsaved()) {
        m_session.runs().addAll(session.runs);
        emit noticed(tr("%1 opened beside the runs that are not saved yet.").arg(format::fileName(path)));
        return;
    }
    m_session.runs().setSession(session);
    if (session.plan && !m_session.running())
        (void)m_session.setPlan(*session.plan);
    emit noticed(tr("%1 opened.").arg(format::fileName(path)));
}

void RunIntake::remember(const QString& path) {
    rememberFile(m_settings, path, Setting::RecentRuns);
    rememberFile(m_settings, path);
}

/// Whether it begins otherwise than it goes on, as with a loading screen. Then its beginning can be left out.
bool RunIntake::offerTheRest(const QString& name, const ComparedRun& run) {
    if (!run.columns || !run.parts.empty() || run.taken)
        return false;
    const std::optional<OtherBeginning> beginning = otherBeginning(run.columns->frameTime);
    if (!beginning)
        return false;
    emit offered(
        tr("%1: %2. A loading screen or a menu?").arg(name, format::text(beginning->observed())),
        tr("Leave the first %1 out").arg(format::duration(static_cast<double>(beginning->length.count()))),
        [this, from = beginning->length] {
            m_session.runs().setRange({from, m_session.runs().range().to});
        });
    return true;
}

void RunIntake::take(const QString& path, const std::vector<ComparedRun>& runs) {
    m_choices.erase(path);
    m_session.runs().addAll(runs);
    remember(path);
    const QString name = format::fileName(path);
    if (std::ranges::any_of(runs, [&](const ComparedRun& run) { return offerTheRest(name, run); }))
        return;
    const auto warned =
        std::ranges::find_if(runs, [](const ComparedRun& run) { return !run.warnings.empty(); });
    if (warned != runs.end())
        emit failed(format::text(warned->warnings.front()));
    else if (!runs.front().openedWith.empty())
        emit noticed(tr("%1 opened, read with %2").arg(name, format::text(runs.front().openedWith)));
    else if (m_page->isVisible())
        emit noticed(runs.size() == 1 ? tr("%1 opened.").arg(name)
                                      : tr("%1 opened: %2 runs.").arg(name).arg(runs.size()));
}

/// Asks for what the log does not say. First tries the last answer, if it was for a file in the same folder
/// with the same suffix.
void RunIntake::ask(const QString& path, const Error& error) {
    const std::shared_ptr<LogChoices> choices = m_choices[path];
    m_choices.erase(path);
    const Result<std::string> head = readHead(path.toStdString());
    const LogEntry* const format =
        head ? detectFormat(head.value(), QFileInfo(path).fileName().toStdString()) : nullptr;
    const LogQuestion question = questionOf(error, format);
    if (!question.any()) {
        emit failed(tr("Not opened: %1").arg(format::text(error.message())));
        return;
    }
    const QFileInfo file(path);
    const bool alike = !m_answered.isEmpty() && QFileInfo(m_answered).absolutePath() == file.absolutePath() &&
                       QFileInfo(m_answered).suffix() == file.suffix();
    if (alike && m_tried.insert(path).second) {
        openWith(path, m_answer);
        return;
    }
    const ImportOptions said = m_answered == path || alike ? m_answer : ImportOptions{};
    auto* dialog =
        new ImportQuestion(path, said, {error, question, choices ? *choices : LogChoices()}, m_page);
    connect(dialog, &QDialog::accepted, this, [this, dialog, path] {
        m_answer = dialog->answer();
        m_answered = path;
        m_tried.insert(path);
        openWith(path, m_answer);
    });
    dialog->open();
}

} // namespace jitterscope::ui
