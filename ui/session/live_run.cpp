// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/live_run.h"

#include "core/compare/compared_run.h"
#include "core/files/compared_runs.h"
#include "core/files/machine_file.h"
#include "core/machine/facts.h"
#include "core/sleep/sleep_catalog.h"
#include "ui/format/outside_text.h"
#include "ui/format/plan_text.h"

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr double kCpuSeconds = 0.5;
constexpr std::size_t kCpuReadings = 3; // a point is over the last two intervals

/// Whether the strategy's estimate is of whole sleeps (then those are drawn), or of their oversleep.
bool learnsWholeSleeps(const RunPlan& plan) {
    const SleepEntry* entry = findEntry(sleepCatalog(), plan.strategy.id);
    return entry != nullptr && entry->learnsWholeSleeps;
}

/// Where sample number `seen` of the run is among those still in memory.
std::size_t indexOf(std::int64_t seen, std::int64_t dropped) {
    return static_cast<std::size_t>(std::max<std::int64_t>(0, seen - dropped));
}

} // namespace

Result<std::unique_ptr<LiveRun>> LiveRun::start(Runner& runner, const RunPlan& plan, SampleSink* sink) {
    std::vector<int> drawing = threadsNow(); // before the run has threads of its own
    const auto recorded = recordedModel(plan.machine);
    if (!recorded)
        return recorded.error();
    if (const auto begun = runner.start(plan, recorded.value()); !begun)
        return begun.error();
    return std::unique_ptr<LiveRun>(new LiveRun(runner, sink, std::move(drawing)));
}

LiveRun::LiveRun(Runner& runner, SampleSink* sink, std::vector<int> drawing)
    : m_runner(runner),
      m_drawing(std::move(drawing)),
      m_collector(std::make_unique<Collector>(runner, sink)),
      m_traces(runner.plan().period, learnsWholeSleeps(runner.plan())) {
    m_wall.start();
    stepAside();
}

void LiveRun::stepAside() {
    if (!m_aside && !m_runner.plan().simulated())
        m_aside.emplace(m_drawing, m_runner.plan().thread.cpu);
}

Result<Done> LiveRun::change(const ResolvedPlan& next) {
    if (next.plan.load > m_runner.plan().load)
        m_aside.reset(); // load threads inherit the priority and processors of this thread
    auto changed = m_runner.change(next);
    stepAside();
    return m_runner.finished() ? Result<Done>(Done{}) : changed;
}

bool LiveRun::take() {
    m_shared.look(m_runner.thread());
    const bool over = m_runner.finished(); // asked before draining, so that nothing comes after the drain
    m_collector->drain();
    takeNew();
    m_percentiles.step(m_collector->result(), m_wall.elapsed(), indexBefore());
    return over;
}

void LiveRun::takeNew() {
    const RunResult& sofar = m_collector->result();
    std::size_t sleep = indexOf(m_sleepsSeen, sofar.sleepsNotKept);
    for (std::size_t i = indexOf(m_framesSeen, sofar.framesNotKept); i < sofar.frames.size(); ++i) {
        const FrameSample& frame = sofar.frames[i];
        for (; sleep < sofar.sleeps.size() && sofar.sleeps[sleep].frame <= frame.iteration; ++sleep)
            m_traces.addSleep(sofar.sleeps[sleep]);
        QString change;
        if (frame.stretch != m_stretch) {
            const auto& plans = m_runner.stretchPlans();
            change = format::planChange(plans.at(frame.stretch - 1), plans.at(frame.stretch));
            beginStretch(frame.stretch);
        }
        m_traces.addFrame(frame, change);
    }
    m_sleepsSeen = sofar.sleepsNotKept + static_cast<std::int64_t>(sleep);
    m_framesSeen = sofar.framesNotKept + static_cast<std::int64_t>(sofar.frames.size());
}

void LiveRun::beginStretch(std::uint32_t stretch) {
    m_stretch = stretch;
    m_shared.reset();
    m_traces.setWholeSleeps(learnsWholeSleeps(m_runner.stretchPlans().at(stretch)));
    m_stretchCounters = m_runner.counters();
}

bool LiveRun::sampleCpu() {
    const double at = static_cast<double>(m_wall.elapsed()) / 1e3;
    if (at < m_nextCpu)
        return false;
    m_nextCpu = at + kCpuSeconds;
    m_latestCounters = m_runner.counters();
    m_counters.push_back(m_latestCounters);
    if (m_counters.size() > kCpuReadings)
        m_counters.erase(m_counters.begin());
    if (m_counters.size() < 2)
        return false;
    CpuPoint point{at, usageBetween(m_counters.front(), m_counters.back()), {}};
    const double seconds = static_cast<double>(point.usage.wall.count()) / 1e9;
    if (point.usage.voluntary && point.usage.involuntary && seconds > 0)
        point.switchesPerSecond =
            static_cast<double>(*point.usage.voluntary + *point.usage.involuntary) / seconds;
    m_traces.addCpu(point);
    return true;
}

void LiveRun::finish() {
    m_latestCounters = m_runner.counters();
    m_result = m_collector->finish();
    m_collector.reset();
    m_aside.reset();
    figure();
}

const RunResult& LiveRun::result() const noexcept {
    return m_collector ? m_collector->result() : *m_result;
}

const FrameStatistics& LiveRun::statistics() const noexcept {
    const RunResult& run = result();
    return run.stretches.empty() ? run.statistics : run.stretches.back().statistics;
}

const Anatomy& LiveRun::anatomy() const noexcept {
    const RunResult& run = result();
    return run.stretches.empty() ? run.anatomy : run.stretches.back().anatomy;
}

std::uint64_t LiveRun::lostSamples() const noexcept {
    return m_collector ? m_collector->lostSamples() : m_result->lostSamples;
}

std::vector<SettingOutcome> LiveRun::settings() const {
    return m_collector ? m_runner.settings() : m_result->settings;
}

CpuUsage LiveRun::cpuNow(const CpuUsage& run) const {
    return m_stretch == 0 ? run : usageBetween(m_stretchCounters, m_latestCounters);
}

void LiveRun::figure() {
    const RunResult& run = result();
    LiveMetrics all;
    all.stretches = run.stretches.size();
    all.period = statistics().period();
    all.machine = machineIdentity(run.plan.machine, run.facts);
    if (m_collector) {
        all.now = statistics().metrics();
        all.cpuNow = cpuNow(usageBetween(m_runner.firstCounters(), m_latestCounters));
        m_percentiles.freshen(run, indexBefore());
        all.exact =
            !run.stretches.empty() && m_percentiles.applyToStretch(all.now, run, run.stretches.back().index);
    } else {
        all.now = all.stretches > 1 ? run.stretches.back().metrics : run.metrics;
        all.cpuNow = cpuNow(run.cpu);
        all.exact = run.framesNotKept == 0;
    }
    all.before = before();
    m_metrics = all;
}

const Stretch* LiveRun::stretchBefore() const {
    constexpr std::int64_t kEnough = 100; // a slider passes through settings that nobody wants to see
    const RunResult& run = result();
    const Stretch* chosen = nullptr;
    for (std::size_t i = run.stretches.size(); i-- > 1;) {
        const Stretch& stretch = run.stretches[i - 1];
        const std::int64_t frames = stretch.statistics.deviation().count();
        if (frames > 0 && (chosen == nullptr || frames >= kEnough))
            chosen = &stretch;
        if (frames >= kEnough)
            break;
    }
    return chosen;
}

std::optional<std::uint32_t> LiveRun::indexBefore() const {
    const Stretch* const chosen = stretchBefore();
    return chosen != nullptr ? std::optional(chosen->index) : std::nullopt;
}

std::optional<LiveMetrics::Before> LiveRun::before() const {
    const RunResult& run = result();
    const Stretch* const chosen = stretchBefore();
    if (chosen == nullptr)
        return std::nullopt;
    FrameMetrics metrics = m_collector ? chosen->statistics.metrics() : chosen->metrics;
    const bool exact =
        m_collector ? m_percentiles.applyToStretch(metrics, run, chosen->index) : run.framesNotKept == 0;
    const RunPlan& now = run.stretches.back().plan;
    const std::string differs = differingSettings({settingsOf(chosen->plan), settingsOf(now)}).front();
    const QString title = format::planTitle(chosen->plan);
    return LiveMetrics::Before{differs.empty() ? title
                                               : title + QStringLiteral(" · ") + format::text(differs),
                               metrics, chosen->cpu, chosen->plan.period, exact};
}

std::vector<Stretch> LiveRun::usage() const {
    const RunResult& run = result();
    std::vector<Stretch> stretches;
    for (const Stretch& stretch : run.stretches) {
        Stretch& use = stretches.emplace_back();
        use.index = stretch.index;
        use.plan = stretch.plan;
        use.cpu = stretch.cpu;
    }
    if (m_collector && !stretches.empty()) // it goes on
        stretches.back().cpu =
            usageBetween(m_stretch == 0 ? m_runner.firstCounters() : m_stretchCounters, m_runner.counters());
    return stretches;
}

std::shared_ptr<const RunResult> LiveRun::summary() const {
    if (!m_collector)
        return m_result;
    const RunResult& run = m_collector->result();
    auto copy = std::make_shared<RunResult>(run.withoutSamples());
    copy->metrics = run.statistics.metrics();
    for (Stretch& stretch : copy->stretches)
        stretch.metrics = stretch.statistics.metrics();
    if (run.framesNotKept == 0) {
        makeExact(copy->metrics, run.frames);
        for (Stretch& stretch : copy->stretches)
            makeExact(stretch.metrics, run.frames, stretch.index);
    }
    copy->cpu = usageBetween(m_runner.firstCounters(), m_latestCounters);
    if (!copy->stretches.empty())
        copy->stretches.back().cpu = cpuNow(copy->cpu);
    copy->clock = m_runner.clockFacts();
    copy->settings = m_runner.settings();
    if (copy->facts.empty())
        copy->facts = readFacts();
    return copy;
}

std::optional<Baseline> LiveRun::pinned() {
    if (m_collector)
        m_percentiles.finishNow(m_collector->result());
    figure(); // of this very moment
    if (m_metrics->now.frames == 0)
        return std::nullopt;
    const RunResult& run = result();
    const RunPlan& plan = run.stretches.empty() ? run.plan : run.stretches.back().plan;
    return Baseline{format::planTitle(plan), plan.strategy.id,  m_metrics->period,
                    m_metrics->now,          m_metrics->cpuNow, statistics().deviation().histogram(),
                    m_metrics->machine,      m_metrics->exact};
}

} // namespace jitterscope::ui
