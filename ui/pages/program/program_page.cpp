// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/program/program_page.h"

#include "core/attach/attach_report.h"
#include "core/attach/command_words.h"
#include "core/attach/held_cures.h"
#include "core/attach/target_program.h"
#include "core/document/documents.h"
#include "core/files/result_files.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/pages/program/program_choice.h"
#include "ui/plot/plot_grid.h"
#include "ui/session/session.h"
#include "ui/session/terminal_block.h"
#include "ui/settings/settings.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kProgramWideFrom = 980; // px; two columns
constexpr int kPlotHeight = 210;      // px
constexpr int kCausesHeight = 150;

} // namespace

ProgramPage::ProgramPage(Session& session, Settings& settings)
    : m_session(session), m_settings(settings), m_export(makeExport()) {
    setObjectName(QStringLiteral("program_page"));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kPageGap, 8, 0, 0);
    all->setSpacing(8);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(0, 0, kPageGap, 0);
    head->addWidget(makeBar());
    m_tools = makeTools();
    head->addWidget(m_tools);
    all->addLayout(head);
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("program_scroll"));
    area->setWidget(makeCards());
    area->setWidgetResizable(true);
    setUpScrolling(*area);
    all->addWidget(area, 1);
    follow();
    showAll();
}

/// The window's header, which owns the tools, may be gone already.
ProgramPage::~ProgramPage() {
    m_runner.disconnect(this);
}

QWidget* ProgramPage::makeBar() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_command = new QLineEdit;
    m_command->setPlaceholderText(tr("./game --windowed"));
    m_command->setText(m_settings.text(Setting::ProgramCommand));
    m_command->setFont(figureFont());
    m_commandField = makeField(tr("Its co&mmand line"), m_command, QStringLiteral("program_command"),
                               tr("The program and its arguments, as in a terminal"));
    m_choose = makeButton(tr("C&hoose"), "program_choose",
                          tr("Installed programs, a file, those of before, and games that Steam starts"));
    m_commandField->setBeside(m_choose);
    m_choice = new ProgramChoice(m_settings, *m_choose, this);
    connect(m_choice, &ProgramChoice::chosen, m_command, &QLineEdit::setText);
    connect(m_choice, &ProgramChoice::noticed, this, &Page::noticed);
    row->addWidget(m_commandField, 5);
    m_length = new QComboBox;
    for (const int seconds : {10, 30, 60})
        m_length->addItem(tr("%1 s").arg(seconds), seconds);
    row->addWidget(makeField(tr("&Listen for"), m_length, QStringLiteral("program_length"),
                             tr("Before the first cure is tried")),
                   1);
    connect(m_command, &QLineEdit::textChanged, this, [this] {
        m_commandField->setError({});
        refresh();
    });
    connect(m_command, &QLineEdit::returnPressed, this, &ProgramPage::start);
    return bar;
}

QWidget* ProgramPage::makeTools() {
    auto* tools = new QWidget;
    auto* row = new FlowLayout(8, tools);
    m_run = makeButton(tr("&Start it"), "program_run", tr("Start the program, and listen to it (F5)"));
    m_run->setProperty("primary", true);
    connect(m_run, &QPushButton::clicked, this,
            [this] { m_runner.running() ? m_runner.endProgram() : begin(); });
    m_copy =
        makeButton(tr("&Copy as Markdown"), "program_copy", tr("The whole report, to paste into an issue"));
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(reportText());
        emit noticed(tr("The report is in the clipboard, as Markdown."));
    });
    m_code =
        makeButton(tr("Copy as co&de"), "program_code",
                   tr("What to write in the place of this loop's waits, with the settings that help it"));
    connect(m_code, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(format::text(loopCode(*m_report)->text));
        emit noticed(tr("The code is in the clipboard."));
    });
    m_save = makeButton(tr("Save &report"), "program_save", tr("The report, or its frames, as a file"));
    auto* menu = new QMenu(m_save);
    m_export->fill(*menu);
    m_save->setMenu(menu);
    m_compare = makeButton(tr("&To Compare"), "program_compare", tr("Its frames as a run beside others"));
    connect(m_compare, &QPushButton::clicked, this, &ProgramPage::toCompare);
    m_progress = makeProgress("program_progress", tr("How much of the listening and the trials is done"));
    m_progress->setMaximumWidth(160);
    m_state = new ElidedLabel;
    m_state->setObjectName(QStringLiteral("program_state"));
    m_state->setFont(noteFont());
    setMuted(*m_state);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_run, m_code, m_copy, m_save, m_compare})
        row->addWidget(widget);
    row->addWidget(m_progress);
    row->addWidget(m_state);
    return tools;
}

QWidget* ProgramPage::makeCards() {
    auto* cards = new QWidget;
    m_verdict = new SectionCard("program", tr("Verdict"));
    m_frame = new SectionCard("frame", tr("Where a frame's time goes"));
    m_loops = new SectionCard("loops", tr("Loops that were found"));
    m_causes = new FigureCard(QStringLiteral("program_causes"),
                              tr("What makes its long frames long, % of the extra time"));
    m_times = new FigureCard(QStringLiteral("program_times"), tr("Frame times"));
    m_histogram = new FigureCard(QStringLiteral("program_histogram"), tr("Histogram"));
    for (FigureCard* const card : {m_causes, m_times, m_histogram}) {
        card->setObjectName(card->id());
        card->setContent(&card->grid());
    }
    m_causes->grid().setFixedHeight(kCausesHeight);
    for (FigureCard* const card : {m_times, m_histogram}) // as high as the cards beside them
        card->grid().setMinimumHeight(kPlotHeight);
    m_cures = new ProgramCuresCard;
    m_grid = new QGridLayout;
    m_grid->setSpacing(kPageGap);
    auto* all = new QVBoxLayout(cards);
    all->setContentsMargins(0, 0, kPageGap, kPageGap);
    all->setSpacing(kPageGap);
    all->addWidget(m_verdict);
    all->addLayout(m_grid);
    all->addStretch(1);
    arrange();
    return cards;
}

/// Two columns where there is room for them, otherwise one.
void ProgramPage::arrange() {
    const QList<QWidget*> left{m_frame, m_causes, m_loops, m_cures};
    const QList<QWidget*> right{m_times, m_histogram};
    for (QWidget* card : left + right)
        m_grid->removeWidget(card);
    for (int i = 0; i < left.size(); ++i)
        m_grid->addWidget(left[i], m_wide || i == 0 ? i : i + 2, 0);
    m_grid->addWidget(m_times, m_wide ? 0 : 1, m_wide ? 1 : 0);
    m_grid->addWidget(m_histogram, m_wide ? 1 : 2, m_wide ? 1 : 0, m_wide ? 3 : 1, 1);
    m_grid->setColumnStretch(0, 16);
    m_grid->setColumnStretch(1, m_wide ? 11 : 0);
}

void ProgramPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    if (const bool wide = event->size().width() >= kProgramWideFrom; wide != m_wide) {
        m_wide = wide;
        arrange();
    }
}

void ProgramPage::changeEvent(QEvent* event) {
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_cures != nullptr)
        showAll();
}

void ProgramPage::follow() {
    connect(&m_runner, &AttachRunner::started, this, [this] {
        m_report.reset();
        m_entry.reset();
        m_whole = false;
        setSaved(false);
        showAll();
        emit measuringChanged();
    });
    connect(&m_runner, &AttachRunner::progressed, this, [this] {
        if (seen())
            refresh();
    });
    connect(&m_runner, &AttachRunner::found, this, [this](const ReportPointer& report, bool whole) {
        m_report = report;
        m_whole = whole;
        setSaved(false);
        showAll();
        emit measuringChanged();
        if (whole && !isVisible())
            emit noticed(format::text(attachVerdict(*report)));
    });
    connect(&m_runner, &AttachRunner::ended, this, [this](const QString& how) {
        showAll();
        emit measuringChanged();
        if (!how.isEmpty())
            emit noticed(how);
    });
    connect(m_loops, &SectionCard::wanted, this, &ProgramPage::use);
    connect(m_cures, &ProgramCuresCard::lineWanted, this, &ProgramPage::copyHoldingLine);
    connect(m_cures, &ProgramCuresCard::entryWanted, this, &ProgramPage::changeMenuEntry);
    connect(m_choice, &ProgramChoice::chosen, this, [this] {
        findEntry();
        showKept();
    });
    connect(&m_session, &Session::started, this, &ProgramPage::refresh);
    connect(&m_session, &Session::finished, this, &ProgramPage::refresh);
}

void ProgramPage::start() {
    if (m_runner.running())
        emit noticed(tr("Your program runs already."));
    else
        begin();
}

void ProgramPage::begin() {
    const Result<std::vector<std::string>> words = commandWords(m_command->text().toStdString());
    if (!words || words.value().empty()) {
        m_commandField->setError(words ? tr("name a program") : format::text(words.error().what));
        m_command->setFocus();
        return;
    }
    AttachPlan plan;
    plan.words = words.value();
    plan.cures = m_cures->chosen();
    // What a command line holds in a program is tried in that program.
    if (std::optional<HeldCommand> held = heldCommand(plan.words)) {
        plan.words = std::move(held->words);
        for (std::string& id : held->cures) {
            if (std::ranges::find(plan.cures, id) == plan.cures.end() &&
                findCure(curesThere(), id) != nullptr)
                plan.cures.push_back(std::move(id));
        }
    }
    const Result<std::string> path = findTarget(plan.words.front());
    if (!path) {
        m_commandField->setError(format::text(path.error().message()));
        return;
    }
    plan.path = path.value();
    plan.preloaded = qEnvironmentVariable("LD_PRELOAD").toStdString();
    plan.duration = std::chrono::seconds{m_length->currentData().toInt()};
    if (const Result<Done> started = m_runner.start(plan); !started) {
        m_commandField->setError(format::text(started.error().message()));
        return;
    }
    m_settings.set(Setting::ProgramCommand, m_command->text());
    m_choice->remember(m_command->text());
}

/// `use:loop:INDEX` of a candidate, `use:part:INDEX` of a stretch.
void ProgramPage::use(const std::string& action) {
    const std::size_t index = static_cast<std::size_t>(std::stoul(action.substr(action.rfind(':') + 1)));
    if (action.starts_with("use:loop:"))
        choose(index, std::nullopt);
    else
        choose(m_report->chosen, index);
}

/// Makes the report about another loop of what was heard, or about another part of it. The outcomes of cures
/// are dropped: they belong to the first loop.
void ProgramPage::choose(std::size_t candidate, std::optional<std::size_t> stretch) {
    auto report = std::make_shared<AttachReport>(*m_report);
    report->answer = AttachAnswer::Found;
    chooseLoop(*report, candidate, stretch);
    report->cures.clear();
    m_report = std::move(report);
    setSaved(false);
    showAll();
}

/// The words of the program itself, without what holds cures in it.
std::vector<std::string> ProgramPage::targetWords() const {
    Result<std::vector<std::string>> words = commandWords(m_command->text().toStdString());
    if (!words)
        return {};
    const std::optional<HeldCommand> held = heldCommand(words.value());
    return held ? held->words : std::move(words).value();
}

/// Looks for the menu entry that starts this program.
void ProgramPage::findEntry() {
    m_entry.reset();
    const std::vector<std::string> words = targetWords();
    for (DesktopEntry& entry : installedPrograms(ProgramChoice::entryFolders(), {})) {
        const std::optional<HeldCommand> held = heldCommand(entry.words);
        if ((held ? held->words : entry.words) == words) {
            m_entry = std::move(entry);
            return;
        }
    }
}

void ProgramPage::showKept() {
    const std::optional<HeldCommand> held = m_entry ? heldCommand(m_entry->words) : std::nullopt;
    const std::vector<std::string> helped =
        m_report && m_whole ? helpfulCures(*m_report) : std::vector<std::string>();
    QStringList words;
    if (!helped.empty())
        words << format::text(helpedText(*m_report));
    if (held)
        words << tr("Its menu entry holds: %1.").arg(format::text(cureNames(held->cures)));
    const bool other = m_entry && !(held && held->cures == helped);
    m_cures->showKept({words.join(QLatin1Char(' ')), !helped.empty(), other, held.has_value()});
}

/// What holds the cures that helped, before a command line.
std::vector<std::string> ProgramPage::heldWords() const {
    const QString program = commandLineProgram();
    return holdingWords(program.isEmpty() ? "jitterscope-cli" : program.toStdString(),
                        helpfulCures(*m_report));
}

void ProgramPage::copyHoldingLine() {
    std::vector<std::string> words = heldWords();
    const std::vector<std::string> target = targetWords();
    words.insert(words.end(), target.begin(), target.end());
    QApplication::clipboard()->setText(format::exact(commandLine(words)));
    emit noticed(tr("The line is in the clipboard. For Steam, put %command% in the place of the program."));
}

void ProgramPage::changeMenuEntry(bool held) {
    const std::string folder = ProgramChoice::entryFolders().front();
    const Result<Done> changed =
        held ? changeEntry(*m_entry, folder, heldWords()) : putEntryBack(*m_entry, folder);
    if (!changed) {
        emit failed(format::text(changed.error().message()));
        return;
    }
    findEntry();
    showKept();
    emit noticed(held ? tr("Your desktop's menu starts it so from now on.")
                      : tr("Your desktop's menu starts it as before."));
}

void ProgramPage::toCompare() {
    m_session.runs().add(attachedRun(*m_report));
    emit pageWanted(QStringLiteral("compare"));
}

QString ProgramPage::measuring() const {
    return m_runner.measuring() ? tr("your program (%1 %)").arg(static_cast<int>(100 * m_runner.progress()))
                                : QString();
}

double ProgramPage::measuredShare() const {
    return m_runner.progress();
}

void ProgramPage::setSaved(bool saved) {
    m_saved = saved;
    emit unsavedReportsChanged();
}

QStringList ProgramPage::unsaved() const {
    QStringList list;
    if (m_runner.measuring())
        list << tr("what is still being heard of your program");
    else if (m_report && m_report->loop && !m_saved)
        list << tr("what was found of %1").arg(format::text(m_report->program));
    return list;
}

/// One to read, and one for Compare.
std::vector<UnsavedReport> ProgramPage::unsavedReports() const {
    if (!m_report || !m_report->loop || !m_whole || m_saved)
        return {};
    const Privacy privacy = m_settings.privacy();
    return {{reportName() + QStringLiteral(".html"), html(attachDocument(*m_report, privacy))},
            {reportName() + QStringLiteral(".csv"), attachCsv(*m_report, privacy)}};
}

/// The name of a file without its suffix.
QString ProgramPage::reportName() const {
    return QStringLiteral("loop-of-") + format::fileSafe(format::text(m_report->program));
}

QString ProgramPage::reportText() const {
    return m_report ? format::text(markdown(attachDocument(*m_report, m_settings.privacy()))) : QString();
}

void ProgramPage::remember(Settings& settings) const {
    settings.set(Setting::ProgramCommand, m_command->text());
}

/// What is being done while the program is listened to; empty: nothing.
QString ProgramPage::doing() const {
    if (!m_runner.measuring())
        return {};
    const QString trying = m_runner.trying();
    return trying.isEmpty() ? tr("listening") : tr("trying: %1").arg(trying);
}

/// What the page shows of the report. The window may name other programs: nothing of it leaves the machine.
Document ProgramPage::document() const {
    return attachDocument(*m_report, {.programs = true}, doing().toStdString());
}

void ProgramPage::showAll() {
    const bool any = m_report != nullptr && m_report->loop.has_value();
    const Document document = m_report ? this->document() : Document();
    if (m_report) {
        for (SectionCard* card : {m_verdict, m_frame, m_loops})
            card->show(document,
                       {.busy = !m_whole}); // another loop can be chosen when all of it has been heard
    } else {
        m_verdict->say(
            m_runner.running() ? tr("Listening to your program…")
                               : tr("Start your own program here, and read what its loop does."),
            tr("Nothing in it is changed. What is found names the program, and nothing else of you or "
               "this machine."));
    }
    m_hasCode = any && loopCode(*m_report).has_value();
    m_readouts = document.readouts;
    m_causes->setFigure(document.figure("causes"),
                        any ? format::text(noCausesText(*m_report->loop)) : QString());
    m_times->setFigure(document.figure("frame-times"));
    m_histogram->setFigure(document.figure("histogram"));
    m_cures->show(m_report, m_runner.trying());
    if (m_report && m_whole && !m_entry)
        findEntry();
    showKept();
    m_frame->setVisible(m_report != nullptr && m_frame->shows());
    m_loops->setVisible(m_report != nullptr && m_loops->shows());
    for (QWidget* card : std::initializer_list<QWidget*>{m_causes, m_times, m_histogram})
        card->setVisible(any);
    refresh();
    emit readoutsChanged();
}

void ProgramPage::refresh() {
    const bool running = m_runner.running();
    m_command->setEnabled(!running);
    m_length->setEnabled(!running);
    m_cures->setRunning(running);
    m_run->setText(running ? tr("&End it") : tr("&Start it"));
    m_run->setToolTip(running ? tr("Ask the program to end; what was found stays")
                              : tr("Start the program, and listen to it (F5)"));
    m_run->setAccessibleName(running ? tr("End it") : tr("Start it"));
    m_run->setEnabled(running || !m_command->text().trimmed().isEmpty());
    const bool any = m_report != nullptr;
    m_copy->setEnabled(any);
    m_code->setEnabled(m_hasCode);
    m_choose->setEnabled(!running);
    m_save->setEnabled(any);
    m_compare->setEnabled(any && m_report->loop.has_value());
    m_progress->setVisible(m_runner.measuring());
    m_progress->setValue(static_cast<int>(1000 * m_runner.progress()));
    m_state->setText(m_runner.measuring()  ? doing()
                     : running             ? tr("done; your program runs on")
                     : m_session.running() ? Session::busyText()
                                           : QString());
}

ReportExport* ProgramPage::makeExport() {
    std::vector<ReportForm> forms =
        documentForms([this](const Privacy& privacy) { return attachDocument(*m_report, privacy); });
    forms.push_back({tr("&JSON…"), QStringLiteral("json"),
                     [this](const Privacy& privacy) { return attachJson(*m_report, privacy); }});
    forms.push_back({tr("&Frames as CSV…"), QStringLiteral("csv"),
                     [this](const Privacy& privacy) { return attachCsv(*m_report, privacy); }});
    auto* made = new ReportExport(
        m_settings, std::move(forms), [this] { return reportName(); }, this);
    made->setRefusal([this] { return m_report ? QString() : tr("There is nothing to report yet."); });
    connect(made, &ReportExport::saved, this, [this] { setSaved(true); });
    connect(made, &ReportExport::noticed, this, &Page::noticed);
    connect(made, &ReportExport::failed, this, &Page::failed);
    return made;
}

} // namespace jitterscope::ui
