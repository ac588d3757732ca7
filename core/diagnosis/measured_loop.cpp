// SPDX-License-Identifier: MIT
#include "core/diagnosis/measured_loop.h"

#include "core/base/parse.h"
#include "core/diagnosis/loop_book.h"
#include "core/experiment/bench.h"
#include "core/platform/counters.h"
#include "core/platform/thread_control.h"
#include "core/run/resolve.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace jitterscope {
namespace {

/// Whether the kernel may end the plan's native sleeps later by the thread's timer slack.
bool hasSlack(const RunPlan& plan) {
    const SleepEntry* const entry = findEntry(sleepCatalog(), plan.strategy.id);
    return entry != nullptr && (entry->kind == SleepKind::Relative || entry->kind == SleepKind::Absolute);
}

/// The tick on which this loop's sleeps end, with the thread's settings in force; 0: on none.
Nanoseconds tickOf(const RunPlan& plan, const TimeSource& time) {
    const SleepEntry* const entry = findEntry(sleepCatalog(), plan.strategy.id);
    const Nanoseconds tick = time.tick(entry != nullptr ? entry->kind : SleepKind::Relative);
    const bool finest = entry != nullptr && entry->aimsAtTicks;
    return finest ? std::min(tick, time.tick(SleepKind::HighResolutionTimer)) : tick;
}

bool inRealtime(const std::vector<SettingOutcome>& settings) {
    return std::ranges::any_of(settings, [](const SettingOutcome& setting) {
        return setting.name == "realtime" && !setting.asked.empty() && setting.granted;
    });
}

/// The slack that delays this loop's sleeps, as read back; none in the real-time class.
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

struct MeasuredLoop::State {
    State(BenchMachine& bench, const RunPlan& loopPlan, JobControl& job)
        : machine(bench),
          time(bench.time(), job),
          rings(bench.ringMemory()),
          loop(time, rings.frameRing, rings.sleepRing, &rings),
          book(loopPlan) {
        loop.setParts(makeParts(resolveParts(loopPlan).value(), loop.waitTime()));
    }

    BenchMachine& machine;
    CancellableTime time;
    BenchRings rings;
    FrameLoop loop;
    LoopBook book;
};

MeasuredLoop::MeasuredLoop(BenchMachine& machine, const RunPlan& plan, JobControl& control)
    : m_state(std::make_unique<State>(machine, plan, control)) {}

MeasuredLoop::~MeasuredLoop() = default;

bool MeasuredLoop::runBlock(Nanoseconds length, bool counted) {
    State& state = *m_state;
    LoopEvidence& known = state.book.known();
    const RunPlan& plan = known.plan;
    std::unique_ptr<ThreadControl> thread; // restores the settings
    std::unique_ptr<SchedulerMeter> scheduler;
    if (!plan.simulated()) {
        thread = std::make_unique<ThreadControl>(plan.thread);
        known.settings = thread->outcomes();
        known.slack = slackOf(plan, known.settings);
        scheduler = plan.thread.anatomy ? makeSchedulerMeter() : nullptr;
    } else if (const MachineModel* const model = state.machine.model(); model != nullptr) {
        known.slack = model->tick == 0 && hasSlack(plan) ? static_cast<std::int64_t>(model->slack) : 0;
    }
    known.tick = tickOf(plan, state.machine.time()).count();
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
        state.book.add(frames, usage);
    return true;
}

LoopEvidence MeasuredLoop::evidence() const {
    return m_state->book.evidence();
}

} // namespace jitterscope
