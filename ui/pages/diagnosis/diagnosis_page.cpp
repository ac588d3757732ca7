// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/diagnosis/diagnosis_page.h"

#include "core/base/catalog.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/snippet.h"
#include "core/diagnosis/words.h"
#include "core/document/documents.h"
#include "core/files/result_files.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/flow_layout.h"
#include "ui/forms/form_parts.h"
#include "ui/session/session.h"
#include "ui/session/terminal_block.h"
#include "ui/settings/settings.h"
#include "ui/theme/elided_label.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kWideFrom = 1060; // px; two columns

} // namespace

/// What may disturb a measurement, to be switched on and off: the window, redrawn 60 times a second like a
/// busy page, and the command line program in its place.
class DiagnosisPage::Around final : public QObject, public Surroundings {
public:
    explicit Around(QWidget& page) : m_page(page) {
        m_timer.setInterval(16);
        connect(&m_timer, &QTimer::timeout, this, [this] { m_page.window()->update(); });
    }
    void draw(bool on) override { // from the measuring thread
        QMetaObject::invokeMethod(
            this, [this, on] { on ? m_timer.start() : m_timer.stop(); }, Qt::QueuedConnection);
    }
    std::optional<LoopBlock> terminalBlock(const RunPlan& plan, Nanoseconds warmup, Nanoseconds length,
                                           JobControl& control) override {
        return runInTerminal(m_program, plan, warmup, length, control);
    }

private:
    QWidget& m_page;
    const QString m_program = commandLineProgram();
    QTimer m_timer;
};

/// The window's header, which owns the tools, may be gone already.
DiagnosisPage::~DiagnosisPage() {
    m_runner.disconnect(this);
}

DiagnosisPage::DiagnosisPage(Session& session, Settings& settings)
    : m_session(session),
      m_settings(settings),
      m_around(std::make_unique<Around>(*this)),
      m_plan(new DiagnosisPlanBar),
      m_export(makeExport()) {
    setObjectName(QStringLiteral("diagnosis_page"));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(kPageGap, 8, 0, 0);
    all->setSpacing(8);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(0, 0, kPageGap, 0);
    head->setSpacing(8);
    head->addWidget(m_plan);
    m_tools = makeTools();
    head->addWidget(m_tools);
    all->addLayout(head);
    m_area = new QScrollArea;
    m_area->setObjectName(QStringLiteral("diagnosis_scroll"));
    m_area->setWidget(makeCards());
    m_area->setWidgetResizable(true);
    setUpScrolling(*m_area);
    all->addWidget(m_area, 1);
    follow();
    refresh();
}

QWidget* DiagnosisPage::makeTools() {
    auto* tools = new QWidget;
    auto* row = new FlowLayout(8, tools);
    m_run = makeButton(tr("&Diagnose"), "diagnosis_run", tr("Measure (F5)"));
    m_run->setProperty("primary", true);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_runner.running())
            m_runner.cancel();
        else
            run();
    });
    m_copy =
        makeButton(tr("&Copy as Markdown"), "diagnosis_copy", tr("The whole report, to paste into an issue"));
    connect(m_copy, &QPushButton::clicked, this, &DiagnosisPage::copyReport);
    m_save = makeButton(tr("Save &report"), "diagnosis_save", tr("The report as a file"));
    auto* menu = new QMenu(m_save);
    m_export->fill(*menu);
    m_save->setMenu(menu);
    m_progress = makeProgress("diagnosis_progress", tr("How much of the measurement is done"));
    m_progress->setMaximumWidth(200);
    m_state = new ElidedLabel;
    m_state->setFont(noteFont());
    m_state->setObjectName(QStringLiteral("diagnosis_state"));
    setMuted(*m_state);
    row->addWidget(m_run);
    row->addWidget(m_copy);
    row->addWidget(m_save);
    row->addWidget(m_progress);
    row->addWidget(m_state);
    return tools;
}

QWidget* DiagnosisPage::makeCards() {
    auto* cards = new QWidget;
    m_verdict = new SectionCard("verdict", tr("Verdict"));
    m_findings = new SectionCard("findings", tr("What costs time"));
    m_trials = new SectionCard("trials", tr("Trials"));
    m_anatomy = new SectionCard("anatomy", tr("Anatomy of the late frames"));
    m_recommendation = new RecommendationCard;
    for (const char* id : {"warnings", "method", "facts"})
        m_below.push_back(new SectionCard(id, QStringLiteral(" "))); // its section has a title
    m_intro = makeIntro();
    m_left = new QVBoxLayout;
    m_right = new QVBoxLayout;
    for (QVBoxLayout* column : {m_left, m_right})
        column->setSpacing(kPageGap);
    m_columns = new QHBoxLayout;
    m_columns->setSpacing(kPageGap);
    m_columns->addLayout(m_left);
    m_columns->addLayout(m_right);
    auto* all = new QVBoxLayout(cards);
    all->setContentsMargins(0, 0, kPageGap, kPageGap);
    all->setSpacing(kPageGap);
    all->addWidget(m_verdict);
    all->addWidget(m_intro);
    all->addLayout(m_columns);
    for (SectionCard* card : m_below)
        all->addWidget(card);
    all->addStretch(1);
    arrange();
    return cards;
}

/// The card before the first measurement: what comes, and what it does to the machine.
QWidget* DiagnosisPage::makeIntro() {
    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(2, 4, 2, 8);
    row->setSpacing(24);
    const auto add = [row](const QString& title, const QString& words) {
        auto* column = new QVBoxLayout;
        column->setSpacing(4); // not that of the row
        QLabel* head = wrappedLabel(title);
        head->setFont(titleFont());
        head->setWordWrap(false);
        column->addWidget(head);
        column->addWidget(wrappedLabel(words));
        column->addStretch(1);
        row->addLayout(column, 1);
    };
    add(tr("What is measured"),
        tr("Your loop, in turn with other ways of waiting. Before and after it the machine's facts are read: "
           "timer, processors, limits, and who else used the processors."));
    add(tr("What you read"),
        tr("Fit, marginal or unfit for the job, and why. What costs time, in microseconds a frame. For each "
           "late frame its cause. What to write instead, as code."));
    add(tr("What you can try"),
        tr("Each cure with one click, before against after. Everything is put back. Nothing leaves this "
           "machine, and a report names no user, host, path or program."));
    auto* card = new Card(tr("In a minute"));
    card->setObjectName(QStringLiteral("diagnosis_intro"));
    card->setContent(content);
    return card;
}

/// Two columns where there is room for them, otherwise one.
void DiagnosisPage::arrange() {
    for (QVBoxLayout* column : {m_left, m_right}) {
        while (QLayoutItem* item = column->takeAt(0))
            delete item; // the cards stay
    }
    m_left->addWidget(m_findings);
    if (!m_wide)
        m_left->addWidget(m_anatomy);
    m_left->addWidget(m_trials);
    if (m_wide)
        m_right->addWidget(m_anatomy);
    (m_wide ? m_right : m_left)->addWidget(m_recommendation, 1);
    if (m_wide)
        m_left->addStretch(1);
    m_columns->setStretch(0, m_wide ? 16 : 1);
    m_columns->setStretch(1, m_wide ? 9 : 0);
    m_columns->setSpacing(m_wide ? kPageGap : 0);
}

void DiagnosisPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    if (const bool wide = event->size().width() >= forFont(kWideFrom); wide != m_wide) {
        m_wide = wide;
        arrange();
    }
}

void DiagnosisPage::changeEvent(QEvent* event) {
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_diagnosis)
        showAll();
}

void DiagnosisPage::follow() {
    connect(m_plan, &DiagnosisPlanBar::edited, this, &DiagnosisPage::refresh);
    connect(&m_runner, &DiagnosisRunner::started, this, [this] {
        refresh();
        if (m_diagnosis)
            showAll();
        emit measuringChanged();
    });
    connect(&m_runner, &DiagnosisRunner::progressed, this, [this] {
        if (seen())
            refresh();
    });
    connect(&m_runner, &DiagnosisRunner::diagnosed, this,
            [this](const std::shared_ptr<const Diagnosis>& diagnosis) {
                setDiagnosis(*diagnosis);
                m_area->verticalScrollBar()->setValue(0); // to the verdict
                setSaved(diagnosis->plan.loop.simulated());
                emit measuringChanged();
                if (!isVisible())
                    emit noticed(format::text(diagnosis->verdict.sentence));
            });
    connect(&m_runner, &DiagnosisRunner::tried, this,
            [this](const std::shared_ptr<const TrialOutcome>& outcome) {
                addTrial(*m_diagnosis, *outcome);
                setSaved(m_diagnosis->plan.loop.simulated());
                showAll();
                emit measuringChanged();
            });
    const auto ended = [this] {
        if (m_diagnosis)
            showAll();
        refresh();
        emit measuringChanged();
    };
    connect(&m_runner, &DiagnosisRunner::cancelled, this, [this, ended] {
        ended();
        emit noticed(tr("Cancelled; nothing of it is kept."));
    });
    connect(&m_runner, &DiagnosisRunner::failed, this, [this, ended](const QString& message) {
        ended();
        emit failed(message);
    });
    connect(&m_session, &Session::started, this, &DiagnosisPage::refresh);
    connect(&m_session, &Session::cleared, this, [this] { m_next = nullptr; });
    connect(&m_session, &Session::finished, this, [this] {
        refresh();
        if (const auto next = std::exchange(m_next, nullptr))
            next();
    });
    for (SectionCard* card : {m_findings, m_trials})
        connect(card, &SectionCard::wanted, this, &DiagnosisPage::act);
    connect(m_recommendation, &RecommendationCard::copyWanted, this, [this] {
        if (m_recommendation->code().isEmpty()) {
            emit failed(tr("There is no code to copy: no way of waiting is recommended."));
            return;
        }
        QApplication::clipboard()->setText(m_recommendation->code());
        emit noticed(tr("The code is in the clipboard."));
    });
}

void DiagnosisPage::setDiagnosis(const Diagnosis& diagnosis) {
    m_diagnosis = diagnosis;
    const std::optional<XAdvice>& x = diagnosis.recommendation.x;
    m_session.setAdvisedX(x && x->trusted() ? x : std::nullopt);
    showAll();
}

/// Measures now, or stops the Live run first: two measurements would disturb each other.
void DiagnosisPage::begin(const std::function<void()>& measure) {
    if (m_runner.running()) {
        emit noticed(tr("A measurement is in progress. Wait for it, or cancel it (Escape)."));
    } else if (m_session.running()) {
        m_next = measure;
        m_session.stop();
    } else {
        measure();
    }
}

void DiagnosisPage::run() {
    if (!m_plan->commit()) {
        emit failed(tr("Not started: correct the marked field."));
        return;
    }
    begin([this] {
        if (const auto begun = m_runner.diagnose(m_plan->plan(), seen() ? m_around.get() : nullptr); !begun)
            emit failed(format::text(begun.error().message()));
    });
}

/// If a Live run is in the way, offers a button that stops it.
void DiagnosisPage::offerInsteadOfLive(const QString& button, const std::function<void()>& go) {
    if (m_session.running() && !m_runner.running())
        emit offered(Session::busyText(), button, go);
    else
        go();
}

void DiagnosisPage::start() {
    offerInsteadOfLive(tr("Stop Live and diagnose"), [this] { run(); });
}

/// `try:slack`: the cure; `code:slack`: the loop with it, as code.
void DiagnosisPage::act(const std::string& action) {
    const std::size_t colon = action.find(':');
    const std::string trial = action.substr(colon + 1);
    if (action.substr(0, colon) == "try")
        tryCure(trial);
    else
        copyCode(trial);
}

void DiagnosisPage::tryCure(const std::string& trial) {
    offerInsteadOfLive(tr("Stop Live and try it"), [this, trial] {
        begin([this, trial] {
            const TrialPlan plan = trialPlan(*m_diagnosis, trial);
            if (const auto begun = m_runner.tryCure(plan); !begun)
                emit failed(format::text(begun.error().message()));
        });
    });
}

QString DiagnosisPage::measuring() const {
    if (!m_runner.running())
        return {};
    return tr("Diagnosis (%1 %)").arg(static_cast<int>(m_runner.progress() * 100));
}

double DiagnosisPage::measuredShare() const {
    return m_runner.progress();
}

QStringList DiagnosisPage::unsaved() const {
    QStringList list;
    if (m_runner.running() && m_runner.trial().empty() && !m_plan->plan().loop.simulated())
        list << tr("a diagnosis, which is still being measured");
    if (m_diagnosis && !m_saved)
        list << tr("the diagnosis of %1").arg(format::text(m_diagnosis->plan.target.object()));
    return list;
}

/// Makes the rows again. The keyboard focus stays in its place; if that is gone, it goes to the button that
/// starts and cancels.
void DiagnosisPage::showAll() {
    QWidget* const focused = window()->focusWidget();
    const QString place =
        focused != nullptr && m_area->isAncestorOf(focused) ? focused->objectName() : QString();
    if (focused != nullptr && !place.isEmpty())
        focused->clearFocus(); // otherwise the area scrolls to the widget that gets the focus next
    const Document document = this->document();
    const Underway underway{m_runner.running(), "try:" + m_runner.trial()};
    for (SectionCard* card : {m_verdict, m_findings, m_trials, m_anatomy})
        card->show(document, underway);
    m_readouts = document.readouts;
    m_recommendation->show(*m_diagnosis, document);
    for (SectionCard* card : m_below)
        card->show(document);
    refresh();
    emit readoutsChanged();
    if (!place.isEmpty())
        QMetaObject::invokeMethod(
            this, [this, place] { giveKeyboard(place); }, Qt::QueuedConnection); // new rows are not shown yet
}

void DiagnosisPage::giveKeyboard(const QString& place) {
    auto* const widget = m_area->findChild<QWidget*>(place);
    (widget != nullptr && widget->isEnabled() ? widget : m_run)->setFocus(Qt::OtherFocusReason);
}

void DiagnosisPage::refresh() {
    const bool busy = m_runner.running();
    const bool any = m_diagnosis.has_value();
    m_plan->setEnabled(!busy);
    if (!any)
        m_verdict->say(
            busy ? tr("Measuring. The verdict comes when all of it has been measured.")
                 : tr("Is this machine fit for your loop? Press Diagnose."),
            tr("Choose the job, how your loop waits now and how long its work takes. In a minute you read "
               "one sentence, the causes in the order of the microseconds they cost, and what helps. Leave "
               "the machine as it is in daily use meanwhile."));
    m_intro->setVisible(!any);
    m_run->setText(busy                  ? m_runner.cancelling() ? tr("Cancelling…") : tr("Cancel")
                                    : m_session.running() ? tr("Stop Live and &diagnose")
                   : any                 ? tr("&Diagnose again")
                                         : tr("&Diagnose"));
    m_run->setMinimumWidth(m_run->fontMetrics().horizontalAdvance(m_run->text()) + 40);
    m_run->setAccessibleName(m_run->text().remove(QLatin1Char('&')));
    m_run->setEnabled(!m_runner.cancelling() || !busy);
    m_copy->setEnabled(any);
    m_save->setEnabled(any);
    m_progress->setVisible(busy);
    m_progress->setValue(static_cast<int>(m_runner.progress() * 1000));
    for (SectionCard* card :
         std::initializer_list<SectionCard*>{m_findings, m_trials, m_anatomy, m_recommendation})
        card->setVisible(any);
    for (SectionCard* card : m_below)
        card->setVisible(any && card->shows());
    if (busy)
        m_state->setText(tr("%1 · %2 % · %3 left")
                             .arg(m_runner.doing())
                             .arg(static_cast<int>(m_runner.progress() * 100))
                             .arg(format::clockDuration(m_runner.secondsLeft())));
    else if (any) {
        const Origin origin = originOf(m_diagnosis->plan.loop.machine, m_diagnosis->startedUtc);
        m_state->setText(format::text(origin.badge + (origin.note.empty() ? "" : " · " + origin.note)));
    } else
        m_state->setText(beforeText());
}

/// What a diagnosis of this plan cannot show, or else how long it takes.
QString DiagnosisPage::beforeText() const {
    const DiagnosisPlan& plan = m_plan->plan();
    if (const std::string limits = diagnosisLimits(plan, !plan.quick); !limits.empty())
        return format::text(limits);
    return plan.loop.simulated() ? tr("Takes a moment: simulated time does not wait.")
                                 : tr("Takes %1.").arg(format::aboutDuration(diagnosisSeconds(plan)));
}

void DiagnosisPage::setSaved(bool saved) {
    m_saved = saved;
    emit unsavedReportsChanged();
}

/// The name of a file without its suffix.
QString DiagnosisPage::reportName() const {
    return QStringLiteral("diagnosis-%1-%2")
        .arg(format::fileSafe(format::text(m_diagnosis->plan.target.job)),
             format::fileSafe(format::text(m_diagnosis->plan.loop.strategy.id)));
}

/// One to read, and one for programs.
std::vector<UnsavedReport> DiagnosisPage::unsavedReports() const {
    if (!m_diagnosis || m_saved)
        return {};
    return {{reportName() + QStringLiteral(".html"), html(document())},
            {reportName() + QStringLiteral(".json"), diagnosisJson(*m_diagnosis, m_settings.privacy())}};
}

ReportExport* DiagnosisPage::makeExport() {
    std::vector<ReportForm> forms =
        documentForms([this](const Privacy& privacy) { return diagnosisDocument(*m_diagnosis, privacy); });
    forms.push_back({tr("&JSON…"), QStringLiteral("json"),
                     [this](const Privacy& privacy) { return diagnosisJson(*m_diagnosis, privacy); }});
    auto* made = new ReportExport(
        m_settings, std::move(forms), [this] { return reportName(); }, this);
    made->setRefusal([this] { return m_diagnosis ? QString() : tr("There is nothing to report yet."); });
    connect(made, &ReportExport::saved, this, [this] { setSaved(true); });
    connect(made, &ReportExport::noticed, this, &Page::noticed);
    connect(made, &ReportExport::failed, this, &Page::failed);
    return made;
}

void DiagnosisPage::copyCode(const std::string& trial) {
    for (const TrialOutcome& outcome : m_diagnosis->trials) {
        if (outcome.id != trial || !outcome.measured())
            continue;
        Recommendation cure; // the same words as if it had been recommended
        cure = recommend(m_diagnosis->plan.target, {candidateOf(outcome)}, m_diagnosis->plan.quick);
        cure.measured = m_diagnosis->recommendation.measured; // the cure is among them
        const SnippetParts parts = snippetParts(m_diagnosis->plan.target, cure);
        const SnippetEntry* const entry = findEntry(snippetCatalog(), standardSnippet(parts));
        QApplication::clipboard()->setText(format::text(entry->text(parts)));
        emit noticed(tr("The code is in the clipboard."));
    }
}

/// What the page shows, and what it copies.
Document DiagnosisPage::document() const {
    return diagnosisDocument(*m_diagnosis, m_settings.privacy());
}

QString DiagnosisPage::reportText() const {
    return m_diagnosis ? format::text(markdown(document())) : QString();
}

void DiagnosisPage::copyReport() {
    QApplication::clipboard()->setText(reportText());
    emit noticed(tr("The report is in the clipboard, as Markdown."));
}

} // namespace jitterscope::ui
