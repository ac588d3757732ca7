// SPDX-License-Identifier: GPL-3.0-or-later
// What the Compare page offers in the header, and what it reads and writes.
#include "core/compare/comparison_report.h"
#include "core/document/comparison_document.h"
#include "core/files/atomic_file.h"
#include "core/files/comparison_files.h"
#include "ui/format/plan_text.h"
#include "ui/forms/file_dialog.h"
#include "ui/pages/compare/compare_page.h"
#include "ui/pages/compare/import_question.h"
#include "ui/pages/report_pdf.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace jitterscope::ui {
namespace {

constexpr int kMostRecent = 10;
constexpr auto kSessionSuffix = ".jssession";

} // namespace

QAction* ComparePage::makeAction(const char* name, const QString& text, const char* icon,
                                 const QString& tip) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setProperty("icon_name", QLatin1String(icon));
    action->setToolTip(tip);
    addAction(action);
    return action;
}

void ComparePage::makeActions() {
    m_open = makeAction("compare_open", tr("&Open runs"), "open",
                        tr("Files of Jitterscope, and logs of other programs (Ctrl+O); or drop them here"));
    m_openMenu = new QMenu(this);
    m_open->setMenu(m_openMenu);
    connect(m_openMenu, &QMenu::aboutToShow, this, &ComparePage::fillRecent);
    fillRecent();
    m_swap = makeAction("compare_swap", tr("S&wap A and B"), "swap",
                        tr("What was before becomes what came after"));
    connect(m_swap, &QAction::triggered, &m_runs, &RunList::swapSides);
    m_copy = makeAction("compare_copy", tr("&Copy as Markdown"), "copy",
                        tr("The whole report, to paste into an issue"));
    connect(m_copy, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(reportText());
        emit noticed(tr("The report is in the clipboard, as Markdown."));
    });
    m_save = makeAction("compare_save", tr("&Save report"), "export",
                        tr("The comparison as a file, or the session with its runs"));
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("compare_save_menu"));
    for (const auto& [text, kind] :
         {std::pair{tr("&HTML, one file…"), File::Html}, std::pair{tr("&PDF…"), File::Pdf},
          std::pair{tr("&Markdown…"), File::Markdown}, std::pair{tr("&JSON…"), File::Json},
          std::pair{tr("&CSV…"), File::Csv}})
        menu->addAction(text, this, [this, which = kind] { askReport(which); });
    menu->addSeparator();
    menu->addAction(tr("&Session with all runs…"), this, &ComparePage::askSave);
    m_save->setMenu(menu);
    refreshIcons();
}

void ComparePage::refreshIcons() {
    for (QAction* action : {m_open, m_swap, m_copy, m_save})
        action->setIcon(themedIcon(action->property("icon_name").toString()));
}

QList<QAction*> ComparePage::headActions() const {
    return {m_open, m_swap, m_copy, m_save};
}

void ComparePage::fillRecent() {
    m_openMenu->clear();
    m_openMenu->addAction(tr("&Files…"), this, &ComparePage::askOpen);
    m_openMenu
        ->addAction(tr("A f&older of recordings…"), this,
                    [this] {
                        const auto* dialog =
                            askForFolder(window(), tr("Open the recordings of a folder as one run"),
                                         m_settings.text(Setting::ExportFolder));
                        connect(dialog, &QFileDialog::fileSelected, this, &ComparePage::open);
                    })
        ->setToolTip(tr("Several recordings of the same, put together: from five on, the intervals know what "
                        "differs from one recording to the next"));
    if (m_keeper->leftover()) {
        m_openMenu->addSeparator();
        m_openMenu->addAction(tr("&Bring back the runs of last time"), m_keeper, &SessionKeeper::restore);
        m_openMenu->addAction(tr("For&get the runs of last time"), m_keeper, &SessionKeeper::discard);
    }
    m_openMenu->addAction(tr("An &example pair"), this, &ComparePage::addExample);
    const QStringList recent =
        m_settings.text(Setting::RecentRuns).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (!recent.isEmpty())
        m_openMenu->addSeparator();
    for (const QString& path : recent)
        m_openMenu
            ->addAction(format::shortName(QFileInfo(path).fileName()), this, [this, path] { open(path); })
            ->setToolTip(QDir::toNativeSeparators(path));
    m_openMenu->setToolTipsVisible(true);
}

bool ComparePage::askOpen() {
    auto* dialog = askToOpenSeveral(
        window(), tr("Open runs to compare"), m_settings.text(Setting::ExportFolder),
        tr("Runs, logs and sessions (*.csv *.json *.jssession *.hgrm *.hlog *.txt *.log);;All files (*)"));
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        for (const QString& path : paths)
            open(path);
    });
    return true;
}

bool ComparePage::opens(const QString& path) const {
    if (path.endsWith(QLatin1String(kSessionSuffix), Qt::CaseInsensitive) || QFileInfo(path).isDir())
        return true;
    const Result<std::string> head = readHead(path.toStdString());
    return head && head.value().find("\"jitterscope-plan\"") == std::string::npos;
}

bool ComparePage::open(const QString& path) {
    m_tried.erase(path);
    const Result<std::string> head = readHead(path.toStdString());
    if (head && isSessionText(head.value()))
        m_opener->openSession(path);
    else
        m_opener->open(path);
    return true;
}

/// A session is what the window holds: it replaces runs that are saved, and joins those that are not.
void ComparePage::takeSession(const QString& path, const SavedSession& session) {
    remember(path);
    if (m_runs.unsaved()) {
        m_runs.addAll(session.runs);
        emit noticed(tr("%1 opened beside the runs that are not saved yet.").arg(QFileInfo(path).fileName()));
        return;
    }
    m_runs.setSession(session);
    if (session.plan && !m_session.running())
        (void)m_session.setPlan(*session.plan);
    emit noticed(tr("%1 opened.").arg(QFileInfo(path).fileName()));
}

void ComparePage::remember(const QString& path) {
    QStringList recent = m_settings.text(Setting::RecentRuns).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const QString whole = QFileInfo(path).absoluteFilePath();
    recent.removeAll(whole);
    recent.prepend(whole);
    m_settings.set(Setting::RecentRuns, recent.mid(0, kMostRecent).join(QLatin1Char('\n')));
}

void ComparePage::take(const QString& path, const std::vector<ComparedRun>& runs) {
    m_runs.addAll(runs);
    remember(path);
    const QString name = QFileInfo(path).fileName();
    const auto warned =
        std::ranges::find_if(runs, [](const ComparedRun& run) { return !run.warnings.empty(); });
    if (warned != runs.end())
        emit failed(QString::fromStdString(warned->warnings.front()));
    else if (!runs.front().openedWith.empty())
        emit noticed(
            tr("%1 opened, read with %2").arg(name, QString::fromStdString(runs.front().openedWith)));
    else if (isVisible())
        emit noticed(runs.size() == 1 ? tr("%1 opened.").arg(name)
                                      : tr("%1 opened: %2 runs.").arg(name).arg(runs.size()));
}

/// What a log does not say is asked. The last answer is tried first where it was for a log of this kind that
/// lies beside this one.
void ComparePage::ask(const QString& path, const Error& error) {
    if (error.code != ErrorCode::Usage) {
        emit failed(tr("Not opened: %1").arg(QString::fromStdString(error.message())));
        return;
    }
    const QFileInfo file(path);
    const bool alike = !m_answered.isEmpty() && QFileInfo(m_answered).absolutePath() == file.absolutePath() &&
                       QFileInfo(m_answered).suffix() == file.suffix();
    if (alike && m_tried.insert(path).second) {
        m_opener->open(path, m_answer);
        return;
    }
    auto* question = new ImportQuestion(path, m_answer, error, this);
    connect(question, &QDialog::accepted, this, [this, question, path] {
        m_answer = question->answer();
        m_answered = path;
        m_tried.insert(path);
        m_opener->open(path, m_answer);
    });
    question->open();
}

QString ComparePage::reportText() const {
    if (!m_pair)
        return {};
    const ComparisonReport report{*m_pair->a, *m_pair->b,      m_pair->comparison,
                                  nullptr,    m_pair->options, m_runs.note().toStdString()};
    return QString::fromStdString(markdown(comparisonDocument(report)));
}

void ComparePage::askReport(File kind) {
    if (!m_pair) {
        emit failed(tr("There is nothing to report yet: choose an A and a B."));
        return;
    }
    static constexpr const char* kSuffixes[] = {"html", "pdf", "md", "json", "csv"};
    const QString suffix = QLatin1String(kSuffixes[static_cast<int>(kind)]);
    const auto* dialog = askToSave(this, tr("Save report"), m_settings.text(Setting::ExportFolder),
                                   QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix),
                                   QStringLiteral("comparison.") + suffix);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, kind](const QString& path) { saveTo(kind, path); });
}

bool ComparePage::saveTo(File kind, const QString& path) {
    if (!m_pair)
        return false;
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    const ComparisonReport report{*m_pair->a,      *m_pair->b,      m_pair->comparison,
                                  &m_pair->curves, m_pair->options, m_runs.note().toStdString()};
    const auto bytes = [&]() -> std::string {
        switch (kind) {
        case File::Html:
            return html(comparisonDocument(report));
        case File::Pdf:
            return reportPdf(comparisonDocument(report)).toStdString();
        case File::Markdown:
            return markdown(comparisonDocument(report));
        case File::Json:
            return comparisonJson(report);
        case File::Csv:
            break;
        }
        return comparisonCsv(report);
    };
    const auto done = writeWhole(path.toStdString(), bytes());
    if (!done)
        emit failed(QString::fromStdString(done.error().message()));
    else
        emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
    return done.ok();
}

bool ComparePage::askSave() {
    const auto* dialog = askToSave(window(), tr("Save the session"), m_settings.text(Setting::ExportFolder),
                                   tr("Sessions (*.jssession)"), QStringLiteral("runs.jssession"));
    connect(dialog, &QFileDialog::fileSelected, this, &ComparePage::saveSession);
    return true;
}

bool ComparePage::saveSession(const QString& path) {
    m_settings.set(Setting::ExportFolder, QFileInfo(path).absolutePath());
    SavedSession session = m_runs.session();
    session.plan = m_session.plan();
    m_touched = false;
    m_writing = QFileInfo(path).fileName();
    const auto begun = m_writer->write(path, std::move(session));
    if (!begun)
        emit failed(QString::fromStdString(begun.error().message()));
    return begun.ok();
}

/// What has changed meanwhile is still not saved.
void ComparePage::sessionWritten(const QString& path) {
    if (!m_touched)
        m_runs.markSaved();
    emit noticed(tr("Saved %1.").arg(QDir::toNativeSeparators(path)));
}

} // namespace jitterscope::ui
