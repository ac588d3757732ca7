// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include "core/machine/facts.h"
#include "core/sleep/sleep_catalog.h"
#include "ui/format/plan_text.h"

#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kDrainMilliseconds = 30;
constexpr int kUnseenMilliseconds = 150; // the rings hold seconds
constexpr int kFigureEvery = 8;          // drains
constexpr double kCpuSeconds = 0.5;

/// What Runner::change cannot take over.
bool needsNewRun(const RunPlan& before, const RunPlan& after) {
    return before.machine != after.machine || before.thread != after.thread || before.seed != after.seed ||
           before.frames != after.frames || before.duration != after.duration ||
           before.warmup != after.warmup;
}

} // namespace

bool learnsWholeSleeps(std::string_view strategy) {
    const SleepEntry* entry = findEntry(sleepCatalog(), strategy);
    return entry != nullptr && entry->learnsWholeSleeps;
}

Session::Session(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kDrainMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Session::tick);
}

Session::~Session() {
    m_timer.stop();
    m_runner.stop();
    if (m_collector) {
        m_collector->drain();
        (void)m_recorder.close(m_runner.frames().lost(), true);
    }
}

Result<Done> Session::setPlan(const RunPlan& plan) {
    if (plan == m_plan)
        return Done{};
    if (auto checked = checkPlan(plan); !checked)
        return checked;
    if (running() && !m_restart) {
        if (needsNewRun(m_plan, plan)) {
            m_restart = true;
            m_runner.requestStop();
        } else {
            if (plan.load > m_plan.load)
                m_aside.reset(); // load threads inherit from their maker
            const auto changed = m_runner.change(plan);
            stepAside();
            if (!changed && !m_runner.finished())
                return changed;
        }
    }
    m_plan = plan;
    emit planChanged();
    return Done{};
}

Result<Done> Session::start() {
    if (running())
        return Done{};
    m_drawing = threadsNow();
    if (auto begun = m_runner.start(m_plan); !begun) {
        emit failed(QString::fromStdString(begun.error().message()));
        return begun;
    }
    m_restart = false;
    m_result.reset();
    m_collector = std::make_unique<Collector>(m_runner, &m_recorder);
    m_traces = std::make_unique<LiveTraces>(m_plan.period, learnsWholeSleeps(m_plan.strategy.id));
    m_percentiles = {};
    m_framesSeen = 0;
    m_sleepsSeen = 0;
    m_stretch = 0;
    m_counters.clear();
    m_latestCounters = m_stretchCounters = {};
    m_nextCpu = 0;
    m_ticks = 0;
    m_figures.reset();
    m_wall.start();
    m_timer.start();
    stepAside();
    emit started();
    return Done{};
}

/// Whatever was there before the run was gives way to it, and comes back when it has ended.
void Session::stepAside() {
    if (!m_aside && !m_plan.simulated())
        m_aside.emplace(m_drawing, m_plan.thread.cpu);
}

void Session::setWatched(bool watched) {
    if (const int every = watched ? kDrainMilliseconds : kUnseenMilliseconds; every != m_timer.interval())
        m_timer.setInterval(every);
}

void Session::stop() {
    m_restart = false;
    if (!running())
        return;
    m_runner.requestStop();
    setWatched(true); // the end is taken over soon
}

void Session::finishNow() {
    m_runner.stop();
    if (running())
        tick();
}

void Session::reset() {
    if (running()) {
        m_restart = true;
        m_runner.requestStop();
        return;
    }
    m_result.reset();
    m_traces.reset();
    m_figures.reset();
    emit cleared();
}

void Session::tick() {
    if (!m_collector)
        return;
    const bool over = m_runner.finished(); // asked before draining, so that nothing comes after the drain
    m_collector->drain();
    takeNew();
    m_percentiles.step(m_collector->result(), m_wall.elapsed());
    sampleCpu();
    if (m_recorder.failed()) {
        const auto closed = m_recorder.close(m_runner.frames().lost(), false);
        emit recordingChanged();
        emit failed(QStringLiteral("Recording ended: ") +
                    (closed ? QString() : QString::fromStdString(closed.error().message())));
    }
    emit ticked();
    if (++m_ticks % kFigureEvery == 0) {
        m_recorder.flush();
        figure();
    }
    if (over)
        complete();
}

void Session::takeNew() {
    const RunResult& sofar = m_collector->result();
    const auto newest = [](std::int64_t dropped, std::size_t kept) {
        return dropped + static_cast<std::int64_t>(kept);
    };
    const auto indexOf = [](std::int64_t seen, std::int64_t dropped) {
        return static_cast<std::size_t>(std::max<std::int64_t>(0, seen - dropped));
    };
    std::size_t sleep = indexOf(m_sleepsSeen, sofar.sleepsNotKept);
    for (std::size_t i = indexOf(m_framesSeen, sofar.framesNotKept); i < sofar.frames.size(); ++i) {
        const FrameSample& frame = sofar.frames[i];
        for (; sleep < sofar.sleeps.size() && sofar.sleeps[sleep].frame <= frame.iteration; ++sleep)
            m_traces->addSleep(sofar.sleeps[sleep]);
        QString text;
        if (frame.stretch != m_stretch) {
            text = changeText(frame.stretch);
            m_stretch = frame.stretch;
            const auto& plans = m_runner.stretchPlans();
            if (m_stretch < plans.size())
                m_traces->setWholeSleeps(learnsWholeSleeps(plans[m_stretch].strategy.id));
            m_stretchCounters = m_runner.counters();
        }
        m_traces->addFrame(frame, text);
    }
    m_sleepsSeen = sofar.sleepsNotKept + static_cast<std::int64_t>(sleep);
    m_framesSeen = newest(sofar.framesNotKept, sofar.frames.size());
}

QString Session::changeText(std::uint32_t stretch) const {
    const auto& plans = m_runner.stretchPlans();
    if (stretch == 0 || stretch >= plans.size())
        return {};
    return format::planChange(plans[stretch - 1], plans[stretch]);
}

void Session::sampleCpu() {
    const double at = static_cast<double>(m_wall.elapsed()) / 1e3;
    if (at < m_nextCpu)
        return;
    m_nextCpu = at + kCpuSeconds;
    m_latestCounters = m_runner.counters();
    m_counters.push_back(m_latestCounters);
    if (m_counters.size() > 3)
        m_counters.erase(m_counters.begin());
    if (m_counters.size() < 2)
        return;
    CpuPoint point{at, usageBetween(m_counters.front(), m_counters.back()), {}};
    const double seconds = static_cast<double>(point.usage.wall.count()) / 1e9;
    if (point.usage.voluntary && point.usage.involuntary && seconds > 0)
        point.switchesPerSecond =
            static_cast<double>(*point.usage.voluntary + *point.usage.involuntary) / seconds;
    m_traces->addCpu(point);
    emit cpuSampled();
}

void Session::complete() {
    m_timer.stop();
    m_latestCounters = m_runner.counters();
    m_result = m_collector->finish();
    m_collector.reset();
    m_aside.reset();
    figure();
    if (m_recorder.recording())
        stopRecording();
    const bool again = std::exchange(m_restart, false);
    emit finished(m_result);
    if (again)
        (void)start();
}

const FrameStatistics* Session::statistics() const noexcept {
    const RunResult* run = samples();
    if (run == nullptr)
        return nullptr;
    return run->stretches.empty() ? &run->statistics : &run->stretches.back().statistics;
}

void Session::figure() {
    const RunResult* run = samples();
    if (run == nullptr)
        return;
    LiveFigures all;
    all.stretches = run->stretches.size();
    all.period = statistics()->period();
    all.machine = machineIdentity(run->plan.machine, run->machine);
    if (m_collector) {
        all.now = statistics()->figures();
        all.run = all.stretches > 1 ? run->statistics.figures() : all.now;
        all.cpuRun = usageBetween(m_runner.firstCounters(), m_latestCounters);
        all.cpuNow = m_stretch == 0 ? all.cpuRun : usageBetween(m_stretchCounters, m_latestCounters);
        m_percentiles.freshen(*run);
        const bool exactRun = m_percentiles.applyToRun(all.run);
        all.exact = !run->stretches.empty() &&
                    m_percentiles.applyToStretch(all.now, run->stretches.back().index) && exactRun;
    } else {
        all.exact = run->framesNotKept == 0;
        all.run = run->figures;
        all.now = all.stretches > 1 ? run->stretches.back().figures : run->figures;
        all.cpuRun = run->cpu;
        all.cpuNow = m_stretch == 0 ? run->cpu : usageBetween(m_stretchCounters, m_latestCounters);
    }
    m_figures = all;
    emit figured();
}

double Session::elapsed() const noexcept {
    return m_traces ? static_cast<double>(m_traces->now()) / 1e9 : 0;
}

std::int64_t Session::keptFrames() const noexcept {
    const RunResult* run = samples();
    return run != nullptr ? static_cast<std::int64_t>(run->frames.size()) : 0;
}

std::uint64_t Session::lostSamples() const noexcept {
    return m_collector ? m_collector->lostSamples() : m_result ? m_result->lostSamples : 0;
}

std::vector<SettingOutcome> Session::settings() const {
    return m_collector ? m_runner.settings() : m_result ? m_result->settings : std::vector<SettingOutcome>{};
}

std::vector<std::string> Session::machineLacks() const {
    const RunResult* run = samples();
    return run != nullptr && run->plan.machine == m_plan.machine ? m_runner.machineLacks()
                                                                 : std::vector<std::string>();
}

const RunResult* Session::samples() const noexcept {
    return m_collector ? &m_collector->result() : m_result.get();
}

std::shared_ptr<const RunResult> Session::summary() const {
    if (!m_collector)
        return m_result;
    const RunResult& run = m_collector->result();
    auto copy = std::make_shared<RunResult>();
    copy->id = run.id;
    copy->plan = run.plan;
    copy->startedUtc = run.startedUtc;
    copy->statistics = run.statistics;
    copy->figures = run.statistics.figures();
    copy->stretches = run.stretches;
    for (Stretch& stretch : copy->stretches)
        stretch.figures = stretch.statistics.figures();
    if (run.framesNotKept == 0) {
        makeExact(copy->figures, run.frames);
        for (Stretch& stretch : copy->stretches)
            makeExact(stretch.figures, run.frames, stretch.index);
    }
    if (!copy->stretches.empty())
        copy->stretches.back().cpu =
            usageBetween(m_stretch == 0 ? m_runner.firstCounters() : m_stretchCounters, m_latestCounters);
    copy->framesNotKept = run.framesNotKept;
    copy->sleepsNotKept = run.sleepsNotKept;
    copy->lostSamples = run.lostSamples;
    copy->lostSleeps = run.lostSleeps;
    copy->cpu = usageBetween(m_runner.firstCounters(), m_latestCounters);
    copy->clock = m_runner.clockFacts();
    copy->settings = m_runner.settings();
    copy->machine = run.machine.empty() ? readFacts() : run.machine;
    copy->notes = run.notes;
    return copy;
}

void Session::pinBaseline() {
    if (m_collector)
        m_percentiles.finishNow(m_collector->result());
    figure(); // of this very moment
    const auto& all = m_figures;
    if (!all || all->now.frames == 0)
        return;
    const RunResult* run = samples();
    const RunPlan& plan = run->stretches.empty() ? run->plan : run->stretches.back().plan;
    setBaseline(Baseline{format::planTitle(plan), plan.strategy.id, all->period, all->now, all->cpuNow,
                         statistics()->deviation().histogram(), all->machine, all->exact});
}

void Session::setBaseline(std::optional<Baseline> baseline) {
    m_baseline = std::move(baseline);
    emit baselineChanged();
}

Result<Done> Session::record(const QString& path) {
    if (!m_collector)
        return Error{ErrorCode::Usage, "there is no run to record", "start one first"};
    auto opened = m_recorder.open(m_collector->result(), path, m_runner.frames().lost());
    if (!opened)
        return opened;
    emit recordingChanged();
    emit noticed(m_recorder.whole() ? QStringLiteral("Recording to %1.").arg(path)
                                    : QStringLiteral("Recording to %1, from now on.").arg(path));
    return opened;
}

void Session::stopRecording() {
    const QString path = m_recorder.path();
    const auto closed = m_recorder.close(m_runner.frames().lost(), !m_result || m_result->whole());
    emit recordingChanged();
    if (closed)
        emit noticed(QStringLiteral("Recorded to %1.").arg(path));
    else
        emit failed(QString::fromStdString(closed.error().message()));
}

} // namespace jitterscope::ui
