// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/learned_latency.h"
#include "core/meter/cpu_meter.h"
#include "core/pacing/pacing_policy.h"
#include "core/record/recording_time.h"
#include "core/record/sample_ring.h"
#include "core/record/samples.h"
#include "core/run/recent_waits.h"
#include "core/sleep/sleep_strategy.h"
#include "core/workload/workload.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace jitterscope {

/// The parts of a loop.
struct LoopParts {
    std::unique_ptr<SleepStrategy> strategy;
    std::unique_ptr<PacingPolicy> policy;
    std::unique_ptr<Workload> work;
};

/// A change of settings on its way to the loop and back. A part that is null or absent here does not change.
/// The loop swaps the new parts in and puts the old ones here, so that the other thread destroys them.
struct PlanChange {
    LoopParts parts;
    std::optional<ParameterValues> strategyValues;
    std::optional<ParameterValues> policyValues;
    std::optional<ParameterValues> workValues;
    std::optional<Period> period;
    std::optional<std::optional<Nanoseconds>> stopOnLate;
};

/// A snapshot of what a strategy has learned. It goes to the loop empty and comes back filled.
struct LearnedPicture {
    LearnedLatency learned;
    bool present = false;      ///< false: there is no distribution, or nothing was learned yet
    std::uint32_t stretch = 0; ///< the stretch it was taken in
};

/// The queues between a running loop and the one thread that watches it. Pushed objects must outlive the loop
/// or come back first.
struct LoopRings {
    static constexpr std::size_t kChanges = 64; ///< the most changes that wait for the loop at once

    SampleRing<PlanChange*> changes{kChanges}; ///< applied at the next frame boundary
    SampleRing<PlanChange*> applied{2 * kChanges};
    SampleRing<LearnedPicture*> asked{2}; ///< filled at the next frame boundary; not a change
    SampleRing<LearnedPicture*> answered{2};
};

/// Why a run ended: its limit of frames or of time, its user, or a late frame (`stopOnLate`).
enum class EndReason : std::uint8_t { Running, Frames, Duration, Stopped, LateFrame };

/// When the loop ends by itself; 0 means never.
struct LoopLimits {
    std::int64_t frames = 0; ///< number of frames that count in statistics
    Nanoseconds duration{0};
    std::int64_t warmup = 0;               ///< number of frames at the beginning that do not count
    std::optional<Nanoseconds> stopOnLate; ///< the loop ends at a frame later than this; absent: never
};

/// What to do when a ring is full. On the real clock nothing is done: samples are lost and counted. In
/// virtual time the loop waits for room, so nothing is lost however fast it runs.
class Backpressure {
public:
    virtual ~Backpressure() = default;
    virtual void makeRoom() noexcept = 0;
};

/// Runs frame after frame: release, work, schedule, wait. It runs on the thread that calls run() and starts
/// no thread, so tests and simulations can call it directly.
/// * Nothing in a frame allocates, locks, logs or throws.
class FrameLoop {
public:
    /// A frame later than this is left out of statistics if the whole process was stopped meanwhile
    /// (TimeSource::processStopped). A thread that only waited for a processor was not stopped: its frame
    /// counts, however late it is.
    static constexpr Nanoseconds kLongGap{1'000'000'000};

    /// Everything passed in must outlive the loop. `backpressure` may be null.
    FrameLoop(TimeSource& clock, SampleRing<FrameSample>& frames, SampleRing<SleepSample>& sleeps,
              Backpressure* backpressure);

    /// The TimeSource to make this loop's strategies with.
    [[nodiscard]] TimeSource& waitTime() noexcept { return m_waitTime; }
    /// With a scheduler meter, each sample says how long the thread waited in the run queue; with null, none
    /// does. Call before run(). The meter must outlive the run.
    void setScheduler(SchedulerMeter* scheduler) noexcept { m_scheduler = scheduler; }
    /// Call before run().
    void setParts(LoopParts parts) noexcept { m_parts = std::move(parts); }

    /// `rings` may be null. Returns why the loop ended.
    EndReason run(const Period& period, const LoopLimits& limits, LoopRings* rings = nullptr) noexcept;
    /// What the strategy has learned by now. Not during run().
    void picture(LearnedPicture& picture) const noexcept;

private:
    struct State;
    void runWork(State& state) noexcept;
    void wait(State& state) noexcept;
    void readScheduler(State& state) noexcept;
    void noteGap(State& state, TimePoint before) noexcept;
    bool takeChanges(State& state, LoopRings& rings) noexcept;
    void push(const FrameSample& sample) noexcept;

    TimeSource& m_clock;
    RecordingTime m_waitTime;
    SampleRing<FrameSample>& m_frames;
    SampleRing<SleepSample>& m_sleeps;
    Backpressure* m_backpressure;
    SchedulerMeter* m_scheduler = nullptr;
    LoopParts m_parts;
    RecentWaits m_recent;
    std::uint32_t m_stretch = 0; // changes so far
};

} // namespace jitterscope
