// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "core/base/catalog.h"
#include "core/base/version.h"
#include "core/diagnosis/snippet.h"
#include "core/document/documents.h"
#include "core/files/own_runs.h"
#include "core/files/plan_json.h"
#include "core/import/log_catalog.h"
#include "ui/desktop/desktop.h"
#include "ui/format/outside_text.h"
#include "ui/forms/accessible_widgets.h"
#include "ui/forms/form_parts.h"
#include "ui/models/statistics_table.h"
#include "ui/plot/plot_card.h"
#include "ui/session/recent_files.h"
#include "ui/theme/icons.h"
#include "ui/window/drop_target.h"
#include "ui/window/help.h"
#include "ui/window/recent_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QScreen>
#include <QScrollArea>
#include <QTextStream>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr QSize kSmallest{1024, 640};
constexpr QSize kUsual{1360, 840};

} // namespace

MainWindow::MainWindow(const WindowOptions& options, const QString& settingsPath)
    : m_settings(settingsPath),
      m_actions(new Actions(this)),
      m_exports(new ExportService(m_session, m_settings, this)) {
    setObjectName(QStringLiteral("main_window"));
    setWindowTitle(QStringLiteral("Jitterscope"));
    setWindowIcon(programIcon());
    installAccessibleWidgets();
    setTheme(options.theme.value_or(themeFromId(m_settings.text(Setting::Theme))), false);
    restore(options);
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_header = new Header(*m_actions, this);
    column->addWidget(m_header);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    buildPages();
    row->addWidget(m_navigation);
    row->addWidget(m_stack, 1);
    column->addLayout(row, 1);
    setCentralWidget(middle);
    m_notices = new NoticeBar(middle);
    m_quit = new QuitGuard(
        *this, *m_exports, *m_notices, m_settings,
        {[this] {
             QStringList list;
             for (const KeepingPage* page : pagesWith<KeepingPage>(m_pages))
                 list << page->unsaved();
             return list;
         },
         [this] { return std::ranges::any_of(pagesWith<KeepingPage>(m_pages), &KeepingPage::canSave); },
         [this](const QString& folder, const std::function<void(const Result<Done>&)>& done) {
             saveAllInto(folder, pagesWith<KeepingPage>(m_pages), done);
         }});
    m_drop = new DropTarget(this, [this](const QString& path) { return becomes(path); });
    connect(m_drop, &DropTarget::dropped, this, &MainWindow::openFiles);
    connectActions();
    connectSession();
    connectKeeping();
    refreshState();
    if (!m_settings.notice().isEmpty())
        m_notices->failure(m_settings.notice());
    else if (const QString leftover = m_recordings.takeLeftover(); !leftover.isEmpty())
        m_notices->failure(leftover);
    if (const QString kept = m_keptReports->sentence(); !kept.isEmpty())
        m_notices->offer(kept, tr("Look…"), [this] { m_keptReports->ask(); });
    else
        tellNews();
    if (!options.part.isEmpty())
        shownPage()->showPart(options.part);
    openFiles(options.files);
    if (options.start)
        start();
}

/// What is unsaved is kept, unless the user has closed the window.
MainWindow::~MainWindow() {
    if (!m_closed)
        keepUnsaved();
    for (Page* page : std::as_const(m_pages)) // what they say while they go is nobody's
        page->disconnect(this);
}

void MainWindow::buildPages() {
    m_navigation = new Navigation;
    m_stack = new QStackedWidget;
    for (const PageEntry& entry : pageCatalog()) {
        Page* page = entry.make(m_session, m_settings);
        auto* area = new QScrollArea; // where a page needs more room than there is, it scrolls
        setUpScrolling(*area);
        area->setWidget(page);
        m_stack->addWidget(area);
        m_pages.append(page);
        connect(page, &Page::noticed, this, [this](const QString& text) { m_notices->notice(text); });
        connect(page, &Page::progressed, this, [this](const QString& text) { m_notices->progress(text); });
        connect(page, &Page::failed, this, [this](const QString& text) { m_notices->failure(text); });
        connect(page, &Page::offered, this,
                [this](const QString& text, const QString& doing, const std::function<void()>& then) {
                    m_notices->offer(text, doing, then);
                });
        connect(page, &Page::measuringChanged, this, &MainWindow::followMeasuring);
        connect(page, &Page::historyChanged, this, &MainWindow::refreshHistory);
        connect(page, &Page::headChanged, this, &MainWindow::refreshState);
        connect(page, &Page::readoutsChanged, this, &MainWindow::refreshHead);
        connect(page, &Page::fillWindow, this, &MainWindow::fillWith);
        connect(page, &Page::pageWanted, this, &MainWindow::showPageById);
        connect(page, &Page::startWanted, this, &MainWindow::start);
        for (PlotCard* chart : page->charts())
            connect(chart, &PlotCard::saveRequested, m_exports, &ExportService::askChart);
    }
    connect(m_navigation, &Navigation::chosen, this, &MainWindow::showPage);
    connect(m_navigation, &Navigation::chosenAgain, this, [this] { shownPage()->showPart({}); });
    const auto entries = pageCatalog();
    int first = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (m_settings.text(Setting::Page) == QLatin1String(entries[i].id))
            first = static_cast<int>(i);
    }
    showPage(first);
}

void MainWindow::showPage(int page) {
    if (page < 0 || page >= m_stack->count())
        return;
    m_stack->setCurrentIndex(page);
    m_navigation->choose(page);
    m_settings.set(Setting::Page, QString::fromLatin1(pageCatalog()[static_cast<std::size_t>(page)].id));
    refreshState();
    refreshHistory();
}

void MainWindow::showPageById(const QString& id) {
    const auto entries = pageCatalog();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (id == QLatin1String(entries[i].id))
            showPage(static_cast<int>(i));
    }
}

void MainWindow::refreshHistory() {
    const auto* page = shownPage()->as<UndoingPage>();
    m_actions->undo->setEnabled(page != nullptr && page->canUndo());
    m_actions->redo->setEnabled(page != nullptr && page->canRedo());
}

void MainWindow::refreshHead() {
    const PageHead head = shownPage()->head();
    m_header->showReadouts(!head.actions.isEmpty() || head.tools != nullptr, head.readouts);
}

/// True: shows the page alone, on the whole screen. False: shows everything again.
void MainWindow::fillWith(bool page) {
    if (page == m_filled)
        return;
    m_filled = page;
    m_header->setVisible(!page);
    m_navigation->setVisible(!page);
    if (page) {
        m_wasFullScreen = isFullScreen();
        setWindowState(windowState() | Qt::WindowFullScreen);
    } else if (!m_wasFullScreen) {
        setWindowState(windowState() & ~Qt::WindowFullScreen);
    }
    m_notices->place();
}

Page* MainWindow::shownPage() const {
    return m_pages[m_stack->currentIndex()];
}

MeasuringPage* MainWindow::busyPage() const {
    const QList<MeasuringPage*> pages = pagesWith<MeasuringPage>(m_pages);
    const auto found =
        std::ranges::find_if(pages, [](const MeasuringPage* page) { return !page->measuring().isEmpty(); });
    return found != pages.end() ? *found : nullptr;
}

void MainWindow::connectActions() {
    Actions& a = *m_actions;
    connect(a.start, &QAction::triggered, this, &MainWindow::start);
    connect(a.stop, &QAction::triggered, this, &MainWindow::stop);
    connect(a.reset, &QAction::triggered, &m_session, &Session::reset);
    connect(a.pause, &QAction::toggled, this, [this](bool paused) {
        for (Page* page : m_pages)
            page->setPaused(paused);
        refreshState();
    });
    connect(a.pin, &QAction::triggered, &m_session, &Session::pinBaseline);
    connect(a.unpin, &QAction::triggered, this, [this] { m_session.setBaseline(std::nullopt); });
    connect(a.open, &QAction::triggered, this, [this] {
        if (auto* page = shownPage()->as<FilingPage>(); page != nullptr)
            page->askOpen();
        else
            m_exports->askOpen();
    });
    auto* recent = new RecentMenu(*a.openRecent->menu(), m_settings);
    connect(recent, &RecentMenu::chosen, this, &MainWindow::openFile);
    connect(recent, &RecentMenu::forgotten, this, &MainWindow::refreshState);
    connect(a.savePlan, &QAction::triggered, this, [this] {
        auto* page = shownPage()->as<FilingPage>();
        if (page == nullptr || !page->askSave())
            m_exports->ask(ExportKind::Plan);
    });
    const std::pair<QAction*, ExportKind> exports[] = {{a.exportSamples, ExportKind::Samples},
                                                       {a.exportSleeps, ExportKind::Sleeps},
                                                       {a.exportSummary, ExportKind::Summary},
                                                       {a.exportJson, ExportKind::Json}};
    for (const auto& [action, kind] : exports)
        connect(action, &QAction::triggered, m_exports, [this, which = kind] { m_exports->ask(which); });
    connect(a.record, &QAction::triggered, this, [this] {
        if (m_session.recording())
            m_session.stopRecording();
        else
            m_exports->askRecording();
        refreshState();
    });
    connect(a.copyTable, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(shownPage()->tableText());
        m_notices->notice(tr("The table is in the clipboard."));
    });
    connect(a.copyReport, &QAction::triggered, this, &MainWindow::copyReport);
    m_liveExport = new ReportExport(
        m_settings, documentForms([this](const Privacy& privacy) { return liveReport(privacy); }),
        [this] { return m_exports->reportName(); }, this);
    m_liveExport->fill(*a.saveReport->menu());
    connect(m_liveExport, &ReportExport::noticed, this,
            [this](const QString& text) { m_notices->notice(text); });
    connect(m_liveExport, &ReportExport::failed, this,
            [this](const QString& text) { m_notices->failure(text); });
    connect(a.copyPlan, &QAction::triggered, this, [this] {
        const RunPlan plan = Redactor(m_settings.privacy()).plan(m_session.plan());
        QApplication::clipboard()->setText(format::exact(planJson(plan)));
        m_notices->notice(tr("The plan is in the clipboard, as JSON."));
    });
    connect(a.copyCode, &QActionGroup::triggered, this, &MainWindow::copyCode);
    connect(a.theme, &QActionGroup::triggered, this,
            [this](QAction* action) { setTheme(themeFromId(action->data().toString()), true); });
    connect(a.undo, &QAction::triggered, this, [this] { shownPage()->as<UndoingPage>()->undo(); });
    connect(a.redo, &QAction::triggered, this, [this] { shownPage()->as<UndoingPage>()->redo(); });
    connect(a.messages, &QAction::triggered, this,
            [this] { makeMessages(m_notices->history(), this)->show(); });
    connect(a.help, &QAction::triggered, this, [this] { makeHelp(this)->show(); });
    connect(a.news, &QAction::triggered, this, [this] { makeNews(this)->show(); });
    connect(a.about, &QAction::triggered, this, [this] { makeAbout(this)->show(); });
    connect(a.quit, &QAction::triggered, this, &QWidget::close);
    connect(m_exports, &ExportService::noticed, this,
            [this](const QString& text) { m_notices->notice(text); });
    connect(m_exports, &ExportService::failed, this,
            [this](const QString& text) { m_notices->failure(text); });
}

void MainWindow::connectSession() {
    connect(&m_session, &Session::started, this, [this] {
        m_actions->pause->setChecked(false);
        m_header->headline().setMetrics(std::nullopt);
        refreshState();
    });
    connect(&m_session, &Session::ticked, this,
            [this] { m_session.setWatched(shownPage()->seen() || !m_session.running()); });
    connect(&m_session, &Session::figured, this, [this] {
        if (!m_actions->pause->isChecked() && shownPage()->seen()) {
            m_header->headline().setMetrics(m_session.metrics());
            refreshState();
        }
    });
    connect(&m_session, &Session::finished, this, [this] {
        m_header->headline().setMetrics(m_session.metrics());
        refreshState();
    });
    connect(&m_session, &Session::cleared, this, [this] {
        m_header->headline().setMetrics(std::nullopt);
        refreshState();
    });
    connect(&m_session, &Session::baselineChanged, this, &MainWindow::refreshState);
    connect(&m_session, &Session::recordingChanged, this, &MainWindow::refreshState);
    connect(&m_session, &Session::failed, this, [this](const QString& text) { m_notices->failure(text); });
    connect(&m_session, &Session::noticed, this, [this](const QString& text) { m_notices->notice(text); });
}

/// Reports that are in no file are kept when the window ends without the user having closed it.
void MainWindow::connectKeeping() {
    m_reports = new ReportKeeper(
        m_settings.beside(QStringLiteral("unsaved.jsreports")),
        [this] {
            std::vector<UnsavedReport> all;
            for (const KeepingPage* page : pagesWith<KeepingPage>(m_pages))
                std::ranges::move(page->unsavedReports(), std::back_inserter(all));
            return all;
        },
        this);
    m_keptReports = new KeptReports(*m_reports, m_settings, *this);
    for (const Page* page : std::as_const(m_pages))
        connect(page, &Page::unsavedReportsChanged, m_reports, &ReportKeeper::refresh);
    connect(m_reports, &ReportKeeper::failed, this,
            [this](const QString& text) { m_notices->failure(text); });
    connect(m_keptReports, &KeptReports::noticed, this,
            [this](const QString& text) { m_notices->notice(text); });
    connect(m_keptReports, &KeptReports::failed, this,
            [this](const QString& text) { m_notices->failure(text); });
}

void MainWindow::restore(const WindowOptions& options) {
    const QByteArray geometry = QByteArray::fromBase64(m_settings.text(Setting::Geometry).toLatin1());
    if (geometry.isEmpty() || !restoreGeometry(geometry))
        resize(kUsual.boundedTo(screen()->availableSize()).expandedTo(kSmallest));
    if (!options.page.isEmpty())
        m_settings.set(Setting::Page, options.page);
    // Whoever gives a plan, or comes from a version that did not ask, knows where to begin.
    if (options.plan || (!m_settings.has(Setting::Measured) && !m_settings.text(Setting::Plan).isEmpty()))
        m_settings.set(Setting::Measured, true);
    if (options.plan) {
        (void)m_session.setPlan(*options.plan);
    } else if (const QString last = m_settings.text(Setting::Plan); !last.isEmpty()) {
        if (auto plan = parsePlan(last.toStdString()))
            (void)m_session.setPlan(plan.value());
    }
}

void MainWindow::remember() {
    m_settings.set(Setting::Geometry, QString::fromLatin1(saveGeometry().toBase64()));
    m_settings.set(Setting::Plan, format::exact(planJson(m_session.plan())));
    for (const Page* page : std::as_const(m_pages))
        page->remember(m_settings);
    if (!m_settings.save() && !m_saveFailed) {
        m_saveFailed = true; // said once, not at each attempt to quit
        m_notices->failure(m_settings.notice());
        QTextStream(stderr) << "jitterscope: " << m_settings.notice() << '\n';
    }
}

void MainWindow::start() {
    if (auto* page = shownPage()->as<MeasuringPage>(); page != nullptr)
        page->start();
    else
        startLive();
}

/// What another page measures is never ended without a question: the button of the message ends it, and then
/// starts the run.
void MainWindow::startLive() {
    if (m_session.running())
        return;
    if (!shownPage()->commit()) {
        m_notices->failure(tr("Not started: correct the marked field."));
    } else if (MeasuringPage* busy = busyPage()) {
        m_notices->offer(tr("%1 is being measured; the two would disturb each other.").arg(busy->measuring()),
                         tr("Cancel it and start"), [this, busy] {
                             m_liveNext = true;
                             busy->cancel();
                             followMeasuring(); // it may have ended by itself
                         });
    } else {
        (void)m_session.start();
    }
}

void MainWindow::stop() {
    auto* page = shownPage()->as<MeasuringPage>();
    if (page != nullptr && !page->measuring().isEmpty())
        page->cancel();
    else
        m_session.stop();
}

void MainWindow::followMeasuring() {
    if (m_liveNext && busyPage() == nullptr) {
        m_liveNext = false;
        (void)m_session.start();
    }
    refreshState();
}

void MainWindow::refreshState() {
    const bool running = m_session.running();
    const bool any = m_session.samples() != nullptr;
    Page* page = shownPage();
    const auto* measuring = page->as<MeasuringPage>();
    const bool live = measuring == nullptr;
    const bool busy = live ? running : !measuring->measuring().isEmpty();
    m_header->offerStop(busy);
    m_header->showLiveActions(live);
    const PageHead head = page->head();
    m_header->showPageActions(head.actions);
    m_header->showTools(head.tools);
    refreshHead();
    const auto* filing = page->as<FilingPage>();
    const QString saveText = filing != nullptr ? filing->saveText() : QString();
    m_actions->savePlan->setText(saveText.isEmpty() ? tr("Save &plan…") : saveText);
    m_actions->start->setEnabled(!busy);
    m_actions->stop->setEnabled(busy || running);
    for (QAction* action :
         {m_actions->reset, m_actions->pin, m_actions->exportSamples, m_actions->exportSleeps,
          m_actions->exportSummary, m_actions->exportJson, m_actions->saveReport, m_actions->copyTable})
        action->setEnabled(any);
    m_actions->openRecent->setEnabled(!m_settings.text(Setting::RecentFiles).isEmpty());
    m_actions->copyReport->setEnabled(any || page->hasReport());
    m_actions->pause->setEnabled(running || m_actions->pause->isChecked());
    m_actions->unpin->setEnabled(m_session.baseline().has_value());
    m_actions->record->setEnabled(running);
    m_actions->record->setChecked(m_session.recording());
    m_header->headline().showState(running, m_actions->pause->isChecked(), m_session.recording(),
                                   m_session.elapsed());
    tellDesktop();
}

void MainWindow::tellDesktop() {
    const MeasuringPage* busy = busyPage();
    desktop::showProgress(*this, busy != nullptr ? std::optional(busy->measuredShare()) : std::nullopt);
    const QString files = m_settings.text(Setting::RecentFiles);
    if (std::exchange(m_offeredFiles, files) != files)
        desktop::offerToOpen(recentFiles(m_settings));
}

void MainWindow::setTheme(ThemeMode mode, bool keep) {
    m_theme = mode;
    m_applyingTheme = true;
    applyTheme(mode == ThemeMode::System && desktop::wantsHighContrast() ? ThemeMode::Contrast : mode);
    desktop::setDarkTitleBars(paintsDark());
    m_applyingTheme = false;
    m_actions->refreshIcons();
    if (m_header != nullptr)
        m_header->refreshIcons();
    for (QAction* action : m_actions->theme->actions())
        action->setChecked(action->data().toString() == themeId(mode));
    if (keep)
        m_settings.set(Setting::Theme, themeId(mode));
}

bool MainWindow::event(QEvent* event) {
    if (event->type() == QEvent::ThemeChange && m_theme == ThemeMode::System && !m_applyingTheme)
        setTheme(ThemeMode::System, false);
    return QMainWindow::event(event);
}

void MainWindow::endNow(int exitCode) {
    endRunAndKeep();
    remember();
    QCoreApplication::exit(exitCode);
}

void MainWindow::keepUnsaved() {
    for (KeepingPage* page : pagesWith<KeepingPage>(m_pages))
        page->keepUnsaved();
    m_reports->keepNow();
}

void MainWindow::endRunAndKeep() {
    m_session.stop();
    m_session.finishNow();
    keepUnsaved();
}

void MainWindow::closeAtOnce() {
    m_quit->letGo();
    close();
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape)
        return QMainWindow::keyPressEvent(event);
    m_notices->hide();
    auto* page = shownPage()->as<MeasuringPage>();
    if (page != nullptr && (page->reading() || !page->measuring().isEmpty()))
        page->cancel();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    remember();
    if (!m_quit->mayClose()) {
        event->ignore();
        return;
    }
    m_session.stop(); // joined by the session's destructor
    for (KeepingPage* page : pagesWith<KeepingPage>(m_pages))
        page->dropUnsaved();
    m_reports->letGo();
    m_closed = true;
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_notices != nullptr)
        m_notices->place();
}

void MainWindow::openFiles(const QStringList& paths) {
    if (paths.size() > 1) {
        const int page = firstPageWith<FilingPage>(
            m_pages, [&paths](FilingPage& each) { return each.openTogether(paths); });
        if (page >= 0)
            return showPage(page);
        showPageById(QStringLiteral("compare"));
    }
    for (const QString& path : paths)
        openFile(path);
}

/// The page that opens such a file; -1: none does.
int MainWindow::pageFor(const QString& path) const {
    const Result<std::string> head = readHead(path.toStdString());
    if (shownPage()->takesBaseline() && head && ownKind(head.value()) == "samples")
        return -1;
    return firstPageWith<FilingPage>(m_pages, [&path](const FilingPage& page) { return page.opens(path); });
}

DropTarget::Becomes MainWindow::becomes(const QString& path) const {
    return pageFor(path) >= 0                ? DropTarget::Becomes::Run
           : ExportService::isPlanFile(path) ? DropTarget::Becomes::Plan
                                             : DropTarget::Becomes::Baseline;
}

void MainWindow::openFile(const QString& path) {
    if (const int page = pageFor(path); page < 0)
        m_exports->open(path);
    else if (m_pages[page]->as<FilingPage>()->open(path))
        showPage(page);
}

void MainWindow::copyReport() {
    if (!shownPage()->hasReport() && m_session.samples() == nullptr)
        return;
    QApplication::clipboard()->setText(shownPage()->hasReport()
                                           ? shownPage()->reportText()
                                           : format::text(markdown(liveReport(m_settings.privacy()))));
    m_notices->notice(tr("The report is in the clipboard, as Markdown."));
}

/// Of the Live run, which there is.
Document MainWindow::liveReport(const Privacy& privacy) const {
    const auto result = m_session.summary();
    if (!result)
        return {};
    Document report = runDocument(*result, privacy);
    if (m_session.baseline().has_value() || result->stretches.size() > 1) {
        StatisticsModel shown;
        shown.show(m_session.metrics(), m_session.baseline());
        report.sections.insert(report.sections.end() - 1,
                               {"As the window shows it", {tableOfText(shown.asText())}});
    }
    return report;
}

/// Once after another version was used. Versions before 0.3 did not say which they were.
void MainWindow::tellNews() {
    const QString now = format::text(version());
    const QString before = m_settings.text(Setting::Version);
    if (before != now && (!before.isEmpty() || !m_settings.text(Setting::Geometry).isEmpty()))
        m_notices->offer(tr("This is Jitterscope %1.").arg(now), tr("What's new"),
                         [this] { m_actions->news->trigger(); });
    m_settings.set(Setting::Version, now);
}

void MainWindow::copyCode(const QAction* action) {
    const SnippetEntry* const entry = findEntry(snippetCatalog(), action->data().toString().toStdString());
    if (entry == nullptr)
        return;
    const LiveTraces* const traces = m_session.traces();
    const auto& last = traces != nullptr ? traces->lastFrame() : std::nullopt;
    const Nanoseconds learned(last && last->hasEstimate ? last->estimate : 0);
    QApplication::clipboard()->setText(format::text(entry->text(snippetParts(m_session.plan(), learned))));
    m_notices->notice(
        entry->needs.empty()
            ? tr("The code is in the clipboard.")
            : tr("The code is in the clipboard. It needs more: %1").arg(format::text(entry->needs)));
}

} // namespace jitterscope::ui
