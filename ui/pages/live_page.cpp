// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live_page.h"

#include "core/document/documents.h"
#include "core/machine/disturbance.h"
#include "core/platform/own_system.h"
#include "core/platform/thread_control.h"
#include "core/record/anatomy.h"
#include "core/run/statistics.h"
#include "ui/charts/diagnosis/late_frame_card.h"
#include "ui/format/format.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"
#include "ui/forms/form_parts.h"
#include "ui/forms/front_stack.h"
#include "ui/models/statistics_table.h"
#include "ui/pages/page.h"
#include "ui/plot/card.h"
#include "ui/plot/plot.h"
#include "ui/plot/plot_card.h"
#include "ui/session/session.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"

#include <QCursor>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

namespace jitterscope::ui {

namespace {

constexpr int kWidest = 760; // px; longer lines are hard to read

} // namespace

LiveStart::LiveStart(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("live_start"));
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(14, 8, 14, 12);
    grid->setHorizontalSpacing(28);
    grid->setVerticalSpacing(24);
    grid->setColumnStretch(0, 1);
    QFont large = titleFont();
    large.setPointSizeF(large.pointSizeF() * 1.15);
    const auto add = [&](const QString& question, const QString& answer,
                         std::initializer_list<QPushButton*> ways) {
        const int row = grid->rowCount();
        auto* words = new QVBoxLayout;
        words->setSpacing(4);
        words->addStretch(1);
        auto* title = new QLabel(question);
        title->setFont(large);
        auto* text = new QLabel(answer);
        setMuted(*text);
        for (QLabel* label : {title, text}) {
            label->setWordWrap(true);
            words->addWidget(label);
        }
        words->addStretch(1);
        grid->addLayout(words, row, 0);
        auto* buttons = new QVBoxLayout;
        buttons->setSpacing(8);
        for (QPushButton* way : ways)
            buttons->addWidget(way);
        grid->addLayout(buttons, row, 1, Qt::AlignVCenter);
    };
    const auto toPage = [this](const QString& text, const char* page, const QString& tip) {
        QPushButton* const button = makeButton(text, (QByteArray("start_") + page).constData(), tip);
        connect(button, &QPushButton::clicked, this, [this, page] { emit pageWanted(QLatin1String(page)); });
        return button;
    };
    QPushButton* const measure =
        makeButton(tr("Meas&ure (10 s)"), "start_measure",
                   tr("With the settings on the left. They can be changed meanwhile."));
    measure->setProperty("primary", true);
    connect(measure, &QPushButton::clicked, this, &LiveStart::measureWanted);
    add(tr("How exact is this machine?"),
        tr("A loop of frames runs for ten seconds. You see how late each one begins, and what being on time "
           "costs."),
        {measure});
    add(tr("Your game or program stutters?"),
        tr("The diagnosis finds what makes this machine late, and tries what helps.") + QLatin1Char(' ') +
            (kOwnSystem == SystemFamily::Linux
                 ? tr("Or start your own program from here: its loop is listened to, unchanged.")
                 : tr("Or record the frames of your own program, and read here how uneven they are.")),
        {toPage(tr("D&iagnose"), "diagnosis", tr("Is this machine fit for your loop, and what helps?")),
         toPage(tr("Your pr&ogram"), "program", tr("What makes the frames of your own program long?"))});
    add(tr("Why is a sleep late?"), tr("Ten labs to play with: guess, run, and see why."),
        {toPage(tr("Lear&n why"), "labs", tr("The articles' ideas, to try"))});
    add(tr("Two recordings to compare?"),
        tr("Files of Jitterscope, MangoHud, PresentMon and many others. One sentence says which is better."),
        {toPage(tr("&Compare"), "compare", tr("Is run B better than run A?"))});
    auto* card = new Card(QString());
    card->setContent(content);
    card->setMaximumWidth(forFont(kWidest));
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->addStretch(1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(card, 100);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch(2);
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("live_start_scroll"));
    area->setWidget(middle);
    area->setWidgetResizable(true);
    setUpScrolling(*area);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(area);
}

namespace {

// Cadences in ticks of the session (30 ms), and phases, so that not all is drawn in the same tick.
constexpr int kStripEvery = 3;
constexpr int kSlowEvery = 9;
constexpr int kHistogramPhase = 1;
constexpr int kAskPhase = 2; // a little before the estimator is drawn
constexpr int kEstimatorPhase = 4;

constexpr int kFormWidth = 264;
constexpr int kFirstLength = 10'000; // ms

/// The knob of PlanHistory::add(): the strategy's values, if nothing else differs. So undo takes back all
/// moves of a slider at once. Otherwise empty.
std::string movedKnob(RunPlan before, const RunPlan& after) {
    before.strategy.values = after.strategy.values;
    return before == after ? "strategy values" : std::string();
}

} // namespace

LivePage::LivePage(Session& session, Settings& settings)
    : m_session(session),
      m_settings(settings),
      m_form(new PlanForm),
      m_hints(new HintLine),
      m_histogram(new HistogramChart),
      m_strip(new StripChart),
      m_cpu(new CpuChart),
      m_estimator(new EstimatorChart),
      m_model(new StatisticsModel(this)),
      m_statistics(new Card(tr("Statistics"))),
      m_stack(new FrontStack),
      m_start(new LiveStart),
      m_history(session.plan()) {
    m_clock.start();
    setObjectName(QStringLiteral("live_page"));
    QScrollArea* scroll = scrolling(m_form);
    scroll->setObjectName(QStringLiteral("form_scroll"));
    scroll->setFixedWidth(forFont(kFormWidth));
    auto* right = new QVBoxLayout;
    right->setContentsMargins(kPageGap, 6, kPageGap, kPageGap);
    right->setSpacing(6);
    right->addWidget(m_hints);
    m_stack->addWidget(makeRun());
    m_stack->addWidget(m_start);
    right->addWidget(m_stack, 1);
    auto* all = new QHBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(scroll);
    all->addLayout(right, 1);
    m_form->setPlan(session.plan());
    m_form->more().setOpen(settings.flag(Setting::MoreOpen));
    m_form->thread().setOpen(settings.flag(Setting::ThreadOpen));
    m_estimator->setViewId(settings.text(Setting::EstimatorView));
    m_first.setSingleShot(true);
    m_first.setInterval(kFirstLength);
    if (!settings.flag(Setting::Measured))
        m_stack->setCurrentWidget(m_start);
    follow();
    drawAll();
}

QWidget* LivePage::makeRun() {
    auto* run = new QWidget;
    auto* column = new QVBoxLayout(run);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kPageGap);
    column->addWidget(makeCharts(), 1);
    column->addWidget(makeStatistics());
    return run;
}

void LivePage::showRun() {
    m_stack->setCurrentIndex(0);
    m_settings.set(Setting::Measured, true);
}

void LivePage::measureFirst() {
    emit startWanted();
    m_measuresFirst = m_session.running();
    if (m_measuresFirst)
        m_first.start();
}

QWidget* LivePage::makeCharts() {
    auto* area = new QWidget;
    auto* grid = new QGridLayout(area);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kPageGap);
    grid->addWidget(m_histogram, 0, 0);
    grid->addWidget(m_cpu, 0, 1);
    grid->addWidget(m_strip, 1, 0);
    grid->addWidget(m_estimator, 1, 1);
    grid->setColumnStretch(0, 11);
    grid->setColumnStretch(1, 9);
    grid->setRowStretch(0, 1);
    grid->setRowStretch(1, 1);
    return area;
}

QWidget* LivePage::makeStatistics() {
    m_statistics->setObjectName(QStringLiteral("statistics_card"));
    auto* table = new StatisticsTable;
    table->setObjectName(QStringLiteral("statistics_table"));
    table->setAccessibleName(tr("Statistics"));
    table->setToolTip(tr("Figures of the frames since the last change of settings, and of the baseline."));
    table->setModel(m_model);
    m_statistics->setContent(table);
    m_statistics->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return m_statistics;
}

void LivePage::follow() {
    connect(m_form, &PlanForm::edited, this, [this](const RunPlan& plan) {
        if (const auto set = m_session.setPlan(plan); !set) {
            emit failed(format::text(set.error().message()));
            m_form->setPlan(m_session.plan());
        }
    });
    connect(m_form, &PlanForm::moved, this, &Page::historyChanged);
    connect(m_hints, &HintLine::cureWanted, this, &LivePage::goTo);
    connect(&m_session, &Session::planChanged, this, &LivePage::takePlan);
    connect(m_start, &LiveStart::measureWanted, this, &LivePage::measureFirst);
    connect(m_start, &LiveStart::pageWanted, this, &Page::pageWanted);
    connect(&m_first, &QTimer::timeout, &m_session, &Session::stop);
    connect(&m_session, &Session::started, this, [this] {
        m_ticks = 0;
        m_measuresFirst = m_showsFirst = false;
        m_first.stop();
        clear();
        showRun();
    });
    connect(&m_session, &Session::ticked, this, &LivePage::tick);
    connect(&m_session, &Session::figured, this, [this] {
        if (live())
            drawNumbers();
    });
    connect(&m_session, &Session::cpuSampled, this, [this] {
        if (live())
            drawCpu();
    });
    connect(&m_session, &Session::finished, this, [this] {
        m_showsFirst = std::exchange(m_measuresFirst, false);
        m_first.stop();
        if (!m_paused)
            drawAll();
    });
    connect(&m_session, &Session::cleared, this, [this] {
        clear();
        drawNumbers();
    });
    connect(&m_session, &Session::baselineChanged, this, [this] {
        drawHistogram();
        drawNumbers();
    });
    // A zoomed histogram shows finer bins, or bins of far frames. Queued, because drawing may reset the zoom.
    connect(&m_histogram->plot(), &Plot::zoomChanged, this, &LivePage::drawHistogram, Qt::QueuedConnection);
    connect(m_estimator, &EstimatorChart::viewChanged, this, &LivePage::drawEstimator);
    connect(m_strip, &StripChart::picked, this, [this](const FrameSample& sample) {
        auto* card = new LateFrameCard(sample, m_session.plan().effectiveTolerance(), this);
        card->openAt(QCursor::pos());
    });
}

void LivePage::takePlan() {
    const RunPlan& plan = m_session.plan();
    m_history.add(plan, movedKnob(m_history.current(), plan), m_clock.elapsed());
    emit historyChanged();
    m_form->setPlan(plan);
    if (!m_session.running())
        drawNumbers();
}

void LivePage::goTo(const RunPlan& plan) {
    if (const auto set = m_session.setPlan(plan); !set)
        emit failed(format::text(set.error().message()));
    emit historyChanged();
}

void LivePage::undo() {
    m_form->settle(); // so that the last move of a slider is undone
    if (m_history.canUndo())
        goTo(m_history.undo());
}

void LivePage::redo() {
    m_form->settle();
    if (m_history.canRedo())
        goTo(m_history.redo());
}

QList<PlotCard*> LivePage::charts() const {
    return {m_histogram, m_cpu, m_strip, m_estimator};
}

void LivePage::setPaused(bool paused) {
    m_paused = paused;
    if (!paused)
        drawAll();
}

void LivePage::remember(Settings& settings) const {
    settings.set(Setting::Measured, settings.flag(Setting::Measured));
    settings.set(Setting::MoreOpen, m_form->more().open());
    settings.set(Setting::ThreadOpen, m_form->thread().open());
    settings.set(Setting::EstimatorView, m_estimator->viewId());
}

void LivePage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    drawAll();
}

void LivePage::changeEvent(QEvent* event) {
    Page::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_model->rowCount() >= 0)
        drawAll();
}

bool LivePage::live() const {
    return seen() && !m_paused;
}

void LivePage::tick() {
    if (!live())
        return;
    const int phase = m_ticks++ % kSlowEvery;
    if (m_ticks % kStripEvery == 0)
        drawStrip();
    if (phase == kHistogramPhase)
        drawHistogram();
    if (phase == kAskPhase)
        m_session.askLearned();
    if (phase == kEstimatorPhase)
        drawEstimator();
}

void LivePage::drawHistogram() {
    const FrameStatistics* statistics = m_session.statistics();
    if (statistics == nullptr)
        return;
    if (const auto& metrics = m_session.metrics())
        m_histogram->draw(*statistics, metrics->now, m_session.plan().strategy.id, m_session.baseline());
}

void LivePage::drawStrip() {
    const LiveTraces* traces = m_session.traces();
    if (traces != nullptr && traces->lastFrame())
        m_strip->draw(*traces, m_session.plan().period, m_session.plan().effectiveTolerance(),
                      m_session.plan().strategy.id);
}

void LivePage::drawCpu() {
    if (m_session.traces() != nullptr)
        m_cpu->draw(m_session.traces()->cpu());
}

void LivePage::drawEstimator() {
    const LiveTraces* traces = m_session.traces();
    if (traces != nullptr && traces->lastFrame())
        m_estimator->draw(*traces, m_session.plan().strategy.id, m_session.learned());
}

void LivePage::drawNumbers() {
    const auto& metrics = m_session.metrics();
    m_model->show(metrics, m_session.baseline());
    const RunPlan& plan = m_session.plan();
    m_hints->setSimulated(plan);
    const SharedProcessor* shared = m_session.sharedProcessor();
    m_hints->setWindowShare(m_session.running() && !plan.simulated() && shared != nullptr ? shared->share()
                                                                                          : std::nullopt);
    const bool first = m_showsFirst && metrics && !m_session.running();
    m_hints->setHints(first ? std::vector<Hint>() : hints());
    m_hints->setCalm(first ? tr("%1 Next: choose another strategy on the left and press F5, or let Diagnosis "
                                "say what makes frames late.")
                                 .arg(format::text(lateSentence(metrics->now)))
                     : m_session.running() ? tr("Measuring: %1").arg(format::planTitle(plan))
                     : metrics             ? tr("Stopped. Change what you like; F5 starts a new run.")
                               : tr("Press F5 to measure. Everything can be changed during a run."));
    QVector<KeyItem> items;
    if (metrics && metrics->stretches > 1)
        items.append(
            {metrics->before ? tr("before: ") + metrics->before->title : tr("now: since the last change"),
             {},
             false,
             tr("Each change of settings begins a new stretch.")});
    if (metrics && !m_session.baseline())
        items.append({tr("Ctrl+B pins these as the baseline"),
                      {},
                      false,
                      tr("The next run is then compared with this one.")});
    if (const Anatomy* anatomy = m_session.anatomy(); anatomy != nullptr && anatomy->lateFrames() > 0)
        items.append({format::text(causeSentence(*anatomy, 3)),
                      {},
                      false,
                      tr("Late frames since the last change, by what most of their lateness went into.")});
    if (m_session.baseline())
        items.append(
            {tr("baseline: ") + m_session.baseline()->label, {}, false, tr("The run that was pinned.")});
    if (!m_model->whyNotJudged().isEmpty())
        items.append(
            {tr("not called better or worse: ") + m_model->whyNotJudged(),
             {},
             false,
             tr("Only runs with the same rate, tolerance and machine are judged against each other.")});
    m_statistics->key().setItems(items);
}

void LivePage::drawAll() {
    drawHistogram();
    drawStrip();
    drawCpu();
    drawEstimator();
    drawNumbers();
}

void LivePage::clear() {
    m_histogram->clear();
    m_strip->clear();
    m_cpu->clear();
    m_estimator->clear();
}

std::vector<Hint> LivePage::hints() const {
    HintFacts facts;
    facts.plan = m_session.plan();
    facts.running = m_session.running();
    if (const auto metrics = m_session.metrics()) {
        facts.now = metrics->now;
        facts.cpu = metrics->cpuNow.threadPercent;
    }
    facts.processors = std::max(std::thread::hardware_concurrency(), 1U);
    if (const LiveTraces* traces = m_session.traces()) {
        facts.lastFrame = traces->lastFrame();
        facts.recentFrames = traces->recentFrames();
        facts.recentSleepers = traces->recentSleepers();
        facts.losses = traces->losses();
        if (!traces->cpu().empty())
            facts.othersPercent = othersPercent(traces->cpu().back().usage);
    }
    if (const SharedProcessor* shared = m_session.sharedProcessor()) {
        facts.windowShare = shared->share();
        facts.processor = shared->processor();
        facts.severalProcessors = allowedProcessors().size() > 1;
    }
    if (const Anatomy* anatomy = m_session.anatomy())
        facts.anatomy = *anatomy;
    facts.settings = m_session.settings();
    facts.machineLacks = m_session.machineLacks();
    facts.keptFrames = m_session.keptFrames();
    facts.lostSamples = m_session.lostSamples();
    facts.recording = m_session.recording();
    return hintsFor(facts);
}

} // namespace jitterscope::ui
