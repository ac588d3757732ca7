// SPDX-License-Identifier: MIT
#include "core/run/frame_loop.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

/// State carried from one frame to the next.
struct FrameLoop::State {
    Period period;
    LoopLimits limits;
    TimePoint origin{};
    TimePoint waitBegin{};
    TimePoint release{};
    TimePoint workEnd{};
    Release next;              // of the next frame
    FrameSample sample;        // of the current frame
    std::int64_t released = 0; // frames so far
    std::int64_t counted = 0;  // counted in statistics
    bool changed = false;
    SchedulerCounts scheduler; // as last read
    bool hasScheduler = false; // the last reading succeeded
    bool hasQueued = false;    // it and the one before succeeded
    bool hasQueuedInWork = false;
    Nanoseconds queuedInWork{}; // of the current frame
    Nanoseconds queued{};       // between the last two readings
    bool longWork = false;      // the work took much longer than its planned amount
    TimePoint suspendChecked{};
    Nanoseconds suspended{};

    [[nodiscard]] std::int64_t sinceStart(TimePoint time) const noexcept { return (time - origin).count(); }
};

FrameLoop::FrameLoop(TimeSource& clock, SampleRing<FrameSample>& frames, SampleRing<SleepSample>& sleeps,
                     Backpressure* backpressure)
    : m_clock(clock),
      m_waitTime(clock, sleeps),
      m_frames(frames),
      m_sleeps(sleeps),
      m_backpressure(backpressure) {}

EndReason FrameLoop::run(const Period& period, const LoopLimits& limits, LoopRings* rings) noexcept {
    State state;
    m_stretch = 0;
    m_recent.clear();
    state.period = period;
    state.limits = limits;
    state.suspended = m_clock.suspended();
    state.origin = state.waitBegin = state.release = state.suspendChecked = m_clock.now();
    m_parts.policy->start(period, 0, state.release);
    state.sample.flags = FrameSample::First;
    if (limits.warmup > 0)
        state.sample.flags |= FrameSample::Warmup;
    readScheduler(state);
    for (;;) {
        runWork(state);
        push(state.sample);
        ++state.released;
        state.counted += state.sample.counts() ? 1 : 0;
        if (m_clock.stopRequested())
            return EndReason::Stopped;
        if (state.limits.frames > 0 && state.counted >= state.limits.frames)
            return EndReason::Frames;
        if (state.limits.stopOnLate && state.sample.counts() &&
            state.sample.lateness() > state.limits.stopOnLate->count())
            return EndReason::LateFrame;
        if (rings != nullptr) {
            state.changed |= takeChanges(state, *rings);
            rings->asked.drain([&](LearnedPicture* asked) { // before the wait, which hides the time it takes
                picture(*asked);
                rings->answered.push(asked);
            });
        }
        state.next =
            m_parts.policy->schedule({state.sample.iteration, state.waitBegin, state.release, state.workEnd});
        if (state.limits.duration.count() > 0 && state.next.due - state.origin > state.limits.duration)
            return EndReason::Duration;
        wait(state);
        if (state.release < state.next.due && m_clock.stopRequested())
            return EndReason::Stopped;
    }
}

void FrameLoop::runWork(State& state) noexcept {
    const Nanoseconds amount = m_parts.work->amount(state.sample.iteration);
    if (amount.count() > 0) {
        m_clock.spinUntil(state.release + amount, SpinKind::Bare);
        state.workEnd = m_clock.now();
        readScheduler(state);
        state.queuedInWork = state.queued;
        state.hasQueuedInWork = state.hasQueued;
    } else { // one reading a frame is enough
        state.workEnd = state.release;
        state.queuedInWork = Nanoseconds{0};
        state.hasQueuedInWork = true;
    }
    state.sample.work = (state.workEnd - state.release).count();
    state.longWork = state.workEnd - state.release > amount + kLongGap;
}

void FrameLoop::wait(State& state) noexcept {
    state.waitBegin = state.workEnd;
    while (m_backpressure != nullptr && m_sleeps.capacity() < 2 * m_sleeps.waiting() &&
           !m_clock.stopRequested())
        m_backpressure->makeRoom();
    m_waitTime.beginWait(state.next.iteration, state.next.due);
    m_parts.strategy->sleepUntil(state.next.due);
    const TimePoint now = m_clock.now(); // first, since other data may be in no cache
    const TimePoint before = std::exchange(state.release, now);

    readScheduler(state); // after the measured interval, so it costs time of the work
    const WaitFacts& facts = m_waitTime.facts();
    const Estimate estimate = m_parts.strategy->estimate();
    FrameSample& sample = state.sample;
    sample.iteration = state.next.iteration;
    sample.start = state.sinceStart(state.release);
    sample.deadline = state.sinceStart(state.next.due);
    sample.frameTime = (state.release - before).count();
    sample.nativeSleep = facts.nativeSleep;
    sample.oversleep = facts.oversleep;
    sample.spin = facts.spin;
    sample.margin = facts.margin;
    sample.largestGap = facts.largestGap;
    sample.nativeSleeps = facts.nativeSleeps;
    sample.estimate = estimate.margin.count();
    sample.hasEstimate = estimate.present;
    sample.lost = state.next.lost;
    sample.behind = (state.waitBegin - state.next.due).count();
    sample.queued = state.queued.count();
    sample.queuedInWork = state.queuedInWork.count();
    sample.hasQueued = state.hasQueued && state.hasQueuedInWork;
    m_recent.add(facts, std::max(state.next.due, state.workEnd), now, m_parts.strategy->lateAfter());
    sample.stretch = m_stretch;
    sample.flags = state.released <= state.limits.warmup ? FrameSample::Warmup : 0;
    if (std::exchange(state.changed, false))
        sample.flags |= FrameSample::Changed;
    noteGap(state, before);
}

void FrameLoop::readScheduler(State& state) noexcept {
    if (m_scheduler == nullptr)
        return;
    const std::optional<SchedulerCounts> counts = m_scheduler->read();
    state.hasQueued = counts && state.hasScheduler;
    state.queued = state.hasQueued ? counts->queued - state.scheduler.queued : Nanoseconds{0};
    state.hasScheduler = counts.has_value();
    state.scheduler = counts.value_or(SchedulerCounts{});
}

/// `before`: the previous release; a stop may have come since then.
void FrameLoop::noteGap(State& state, TimePoint before) noexcept {
    // A second clock read per frame would be costly at 10 kHz. Once a millisecond is enough for a suspend.
    bool suspended = false;
    if (state.release - state.suspendChecked >= Nanoseconds{1'000'000}) {
        const Nanoseconds total = m_clock.suspended();
        suspended = total - state.suspended > kLongGap / 1000;
        state.suspended = total;
        state.suspendChecked = state.release;
    }
    const Nanoseconds late = state.release - std::max(state.next.due, state.workEnd);
    const bool longGap = state.longWork || late > kLongGap;
    if (!suspended && !(longGap && m_clock.processStopped(before)))
        return;
    FrameSample& sample = state.sample;
    sample.flags |= FrameSample::StoppedGap;
    if (suspended)
        sample.flags |= FrameSample::Suspended;
    sample.iteration = m_parts.policy->reanchor(sample.iteration, state.release);
    sample.lost += sample.iteration - state.next.iteration;
}

bool FrameLoop::takeChanges(State& state, LoopRings& rings) noexcept {
    const std::size_t taken = rings.changes.drain([&](PlanChange* change) {
        ++m_stretch;
        m_recent.clear();
        if (change->period) {
            state.period = *change->period;
            m_parts.policy->retarget(state.period, state.sample.iteration, state.release);
        }
        if (change->parts.policy) {
            change->parts.policy->start(state.period, state.sample.iteration, state.release);
            std::swap(m_parts.policy, change->parts.policy);
        }
        if (change->parts.strategy)
            std::swap(m_parts.strategy, change->parts.strategy);
        if (change->parts.work)
            std::swap(m_parts.work, change->parts.work);
        if (change->strategyValues)
            m_parts.strategy->setParameters(*change->strategyValues);
        if (change->policyValues)
            m_parts.policy->setParameters(*change->policyValues);
        if (change->workValues)
            m_parts.work->setParameters(*change->workValues);
        if (change->stopOnLate)
            state.limits.stopOnLate = *change->stopOnLate;
        rings.applied.push(change);
    });
    return taken > 0;
}

void FrameLoop::picture(LearnedPicture& picture) const noexcept {
    picture.present = m_parts.strategy->learned(picture.learned);
    picture.learned.next = m_recent.next(picture.learned);
    picture.learned.lateAfter = static_cast<double>(m_parts.strategy->lateAfter().count());
    picture.stretch = m_stretch;
}

void FrameLoop::push(const FrameSample& sample) noexcept {
    while (m_backpressure != nullptr && m_frames.full() && !m_clock.stopRequested())
        m_backpressure->makeRoom();
    m_frames.push(sample);
}

} // namespace jitterscope
