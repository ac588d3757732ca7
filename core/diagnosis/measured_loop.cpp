// SPDX-License-Identifier: MIT
#include "core/diagnosis/measured_loop.h"

#include "core/base/parse.h"
#include "core/experiment/bench_loop.h"
#include "core/platform/counters.h"
#include "core/platform/thread_control.h"
#include "core/run/resolve.h"
#include "core/stats/bootstrap.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

/// Native sleeps that the kernel may end later by the thread's slack.
bool hasSlack(const RunPlan& plan) {
    const SleepEntry* const entry = findEntry(sleepCatalog(), plan.strategy.id);
    return entry != nullptr && (entry->kind == SleepKind::Relative || entry->kind == SleepKind::Absolute);
}

bool inRealtime(const std::vector<SettingOutcome>& settings) {
    return std::ranges::any_of(settings, [](const SettingOutcome& setting) {
        return setting.name == "realtime" && !setting.asked.empty() && setting.granted;
    });
}

/// The slack that delays this loop's sleeps: as read back, none in the real-time class.
std::int64_t slackOf(const RunPlan& plan, const std::vector<SettingOutcome>& settings) {
    if (!hasSlack(plan) || inRealtime(settings))
        return 0;
    for (const SettingOutcome& setting : settings) {
        if (setting.name == "timer_slack")
            return parseDuration(setting.observed).value_or(Nanoseconds{0}).count();
    }
    return 0;
}

} // namespace

FrameSample lostSlot(const FrameSample& before, const FrameSample& after, std::int64_t slots,
                     const Period& period) {
    const std::int64_t early = slots * period.rounded().count();
    FrameSample slot = after;
    slot.lost = 0;
    slot.deadline = after.deadline - early;
    const std::int64_t overrun =
        std::max<std::int64_t>(after.behind + early, 0); // when the loop was ready for it
    slot.start = slot.deadline + overrun;
    if (before.lateness() >= overrun) { // a punctual frame before it would have left time enough
        slot = before;
        slot.lost = 0;
        slot.flags = after.flags;
        return slot;
    }
    slot.behind = overrun;
    slot.nativeSleeps = 0;
    slot.spin = 0;
    slot.largestGap = 0;
    slot.queued = 0;
    return slot;
}

struct MeasuredLoop::State {
    State(BenchMachine& bench, const RunPlan& loopPlan, JobControl& job)
        : machine(bench), time(bench.time(), job), loop(time, rings.frameRing, rings.sleepRing, &rings) {
        evidence.plan = loopPlan;
        evidence.statistics = FrameStatistics(loopPlan.period, loopPlan.effectiveTolerance());
        loop.setParts(makeParts(resolveParts(loopPlan).value(), loop.waitTime()));
    }

    BenchMachine& machine;
    CancellableTime time;
    BenchRings rings;
    FrameLoop loop;
    LoopEvidence evidence;
    std::deque<FrameSample> counted; // of all blocks, for exact percentiles
    std::int64_t sleeps = 0;

    void enter(const std::deque<FrameSample>& frames, const CpuUsage& usage);
    void book(FrameSample sample, LoopBlock& block, bool lost = false);
    void enterLate(const FrameSample& sample);
};

void MeasuredLoop::State::enterLate(const FrameSample& sample) {
    evidence.late.add(sample, evidence.slack);
    const LatenessParts parts = partsOf(sample);
    evidence.workFrames += parts.work > 0 ? 1 : 0;
    if (evidence.lateFrames.size() < LoopEvidence::kMostLateFrames)
        evidence.lateFrames.push_back({sample.cause, parts});
}

/// One slot, run or lost. A lost one is late however soon after it the loop was ready again: its frame never
/// came.
void MeasuredLoop::State::book(FrameSample sample, LoopBlock& block, bool lost) {
    const Nanoseconds tolerance = evidence.plan.effectiveTolerance();
    sample.cause =
        causeOf(sample, lost ? std::min(tolerance, Nanoseconds(sample.lateness() - 1)) : tolerance);
    evidence.anatomy.add(sample);
    block.costs.add(sample, evidence.slack);
    ++block.late.trials;
    if (sample.cause != Cause::OnTime) {
        ++block.late.hits;
        enterLate(sample);
    }
}

void MeasuredLoop::State::enter(const std::deque<FrameSample>& frames, const CpuUsage& usage) {
    LoopBlock block;
    std::vector<double> lateness;
    double work = 0; // ns of processor time
    FrameSample before;
    for (const FrameSample& sample : frames) {
        const std::int64_t alone = before.work - std::min(sample.queuedInWork, before.work);
        work += static_cast<double>(alone);
        evidence.longestWork = std::max(evidence.longestWork, before.work);
        evidence.longestWorkAlone = std::max(evidence.longestWorkAlone, alone);
        sleeps += sample.nativeSleeps;
        evidence.statistics.add(sample);
        if (sample.counts()) {
            counted.push_back(sample);
            for (std::int64_t slot = sample.lost; slot > 0; --slot)
                book(lostSlot(before, sample, slot, evidence.plan.period), block, true);
            evidence.lost += sample.lost;
            book(sample, block);
            lateness.push_back(static_cast<double>(sample.lateness()));
        }
        before = sample;
    }
    work += static_cast<double>(before.work); // the last one's; how long it was queued was not read any more
    if (!lateness.empty())
        block.medianLateness = medianOf(lateness);
    const auto wall = static_cast<double>(usage.wall.count());
    if (usage.threadPercent && wall > 0)
        block.cpuPercent = std::max(0.0, *usage.threadPercent - 100 * work / wall);
    evidence.busyPercent = std::max(evidence.busyPercent, usage.threadPercent.value_or(0));
    evidence.all += block.costs;
    evidence.blocks.push_back(block);
}

MeasuredLoop::MeasuredLoop(BenchMachine& machine, const RunPlan& plan, JobControl& control)
    : m_state(std::make_unique<State>(machine, plan, control)) {}

MeasuredLoop::~MeasuredLoop() = default;

bool MeasuredLoop::runBlock(Nanoseconds length, bool counted) {
    State& state = *m_state;
    RunPlan& plan = state.evidence.plan;
    std::unique_ptr<ThreadControl> thread; // puts the settings back
    std::unique_ptr<SchedulerMeter> scheduler;
    if (!plan.simulated()) {
        thread = std::make_unique<ThreadControl>(plan.thread);
        state.evidence.settings = thread->outcomes();
        state.evidence.slack = slackOf(plan, state.evidence.settings);
        scheduler = plan.thread.anatomy ? makeSchedulerMeter() : nullptr;
    } else if (const MachineModel* const model = state.machine.model(); model != nullptr) {
        state.evidence.tick = model->tick;
        state.evidence.slack =
            model->tick == 0 && hasSlack(plan) ? static_cast<std::int64_t>(model->slack) : 0;
    }
    state.loop.setScheduler(scheduler.get());
    const CpuCounters before = state.machine.counters();
    const EndReason end = state.loop.run(plan.period, {0, length, 0, std::nullopt});
    const CpuUsage usage = usageBetween(before, state.machine.counters());
    state.loop.setScheduler(nullptr);
    state.rings.makeRoom();
    const std::deque<FrameSample> frames = std::exchange(state.rings.frames, {});
    state.rings.sleeps.clear();
    if (end == EndReason::Stopped)
        return false;
    if (counted)
        state.enter(frames, usage);
    return true;
}

LoopEvidence MeasuredLoop::evidence() const {
    LoopEvidence evidence = m_state->evidence;
    evidence.metrics = evidence.statistics.metrics();
    makeExact(evidence.metrics, m_state->counted);
    if (evidence.metrics.frames > 0)
        evidence.sleepsPerFrame =
            static_cast<double>(m_state->sleeps) / static_cast<double>(evidence.metrics.frames);
    return evidence;
}

} // namespace jitterscope
