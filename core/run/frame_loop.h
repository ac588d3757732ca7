// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_policy.h"
#include "core/record/recording_time.h"
#include "core/record/sample_ring.h"
#include "core/record/samples.h"
#include "core/sleep/sleep_strategy.h"
#include "core/workload/workload.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace jitterscope {

/// A change of settings on its way to the loop and back. What is null or absent stays. The loop swaps the
/// parts in and leaves the old ones here, so that they are destroyed outside.
struct PlanChange {
    std::unique_ptr<SleepStrategy> strategy;
    std::unique_ptr<PacingPolicy> policy;
    std::unique_ptr<Workload> work;
    std::optional<ParameterValues> strategyValues;
    std::optional<ParameterValues> policyValues;
    std::optional<ParameterValues> workValues;
    std::optional<Period> period;
    std::optional<std::optional<Nanoseconds>> stopOnLate;
};

enum class EndReason : std::uint8_t { Running, Frames, Duration, Stopped, LateFrame };

/// When the loop ends by itself; 0: never.
struct LoopLimits {
    std::int64_t frames = 0; ///< frames that count
    Nanoseconds duration{0};
    std::int64_t warmup = 0;
    std::optional<Nanoseconds> stopOnLate;
};

/// What to do when a ring is full. On the real clock nothing: samples are lost and counted. In virtual time
/// the loop waits for room, so nothing is lost however fast it runs.
class Backpressure {
public:
    virtual ~Backpressure() = default;
    virtual void makeRoom() noexcept = 0;
};

/// One frame after the other: release, work, schedule, wait. Runs on the thread that calls run(); knows no
/// thread itself, so tests and simulations call it directly.
/// * Nothing on the path of a frame allocates, locks, logs or throws.
class FrameLoop {
public:
    /// Longest time by which a frame may be late before the gap counts as a stop of the whole process.
    static constexpr Nanoseconds kUnexplainedGap{1'000'000'000};

    /// Everything passed in outlives the loop. `backpressure` may be null.
    FrameLoop(TimeSource& clock, SampleRing<FrameSample>& frames, SampleRing<SleepSample>& sleeps,
              Backpressure* backpressure);

    /// The TimeSource that strategies for this loop are to be made on.
    [[nodiscard]] TimeSource& waitTime() noexcept { return m_waitTime; }
    /// Before run().
    void setParts(std::unique_ptr<SleepStrategy> strategy, std::unique_ptr<PacingPolicy> policy,
                  std::unique_ptr<Workload> work) noexcept;

    /// Changes to take at the next frame boundary come from `changes` and go back through `applied`; both
    /// may be null. Returns why it ended.
    EndReason run(const Period& period, const LoopLimits& limits, SampleRing<PlanChange*>* changes = nullptr,
                  SampleRing<PlanChange*>* applied = nullptr) noexcept;

private:
    struct State;
    void runWork(State& state) noexcept;
    void wait(State& state) noexcept;
    void noteGap(State& state) noexcept;
    bool takeChanges(State& state, SampleRing<PlanChange*>& changes,
                     SampleRing<PlanChange*>& applied) noexcept;
    void push(const FrameSample& sample) noexcept;

    TimeSource& m_clock;
    RecordingTime m_waitTime;
    SampleRing<FrameSample>& m_frames;
    SampleRing<SleepSample>& m_sleeps;
    Backpressure* m_backpressure;
    std::unique_ptr<SleepStrategy> m_strategy;
    std::unique_ptr<PacingPolicy> m_policy;
    std::unique_ptr<Workload> m_work;
};

} // namespace jitterscope
