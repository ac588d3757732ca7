// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/meter/cpu_meter.h"
#include "core/plan/run_plan.h"
#include "core/record/sample_ring.h"
#include "core/record/samples.h"
#include "core/run/frame_loop.h"
#include "core/run/resolve.h"
#include "core/run/run_result.h"
#include "core/simulation/machine_model.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace jitterscope {

/// Owns the measuring thread of one run after the other.
/// * All calls from one thread (the window's, or main).
/// * start() → poll the rings through a Collector → stop() or wait for finished() → join().
class Runner {
public:
    /// Ring sizes: what 6 s of 10 kHz need, so that a window that is blocked for seconds loses nothing.
    static constexpr std::size_t kFrameRing = 1 << 16;
    static constexpr std::size_t kSleepRing = 1 << 18;

    Runner();
    ~Runner(); ///< stops and joins

    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    /// Starts a run; the plan is copied. `recorded`: as in resolve(). Error: resolve()'s, or the thread could
    /// not be made.
    [[nodiscard]] Result<Done> start(const RunPlan& plan,
                                     std::shared_ptr<const MachineModel> recorded = nullptr);
    /// Takes over, at the next frame boundary, what differs from the current plan: strategy, policy, work,
    /// their values, rate, load, tolerance, stop-on-late. What differs otherwise (machine, thread, limits) is
    /// an Error (Usage), as is a plan that checkPlan refuses. Starts a stretch.
    [[nodiscard]] Result<Done> change(const RunPlan& plan);
    /// Asks the loop for a picture of what its strategy has learned; it answers at the next frame boundary.
    /// What learned() has returned is then no longer valid. Nothing happens while an answer is awaited or
    /// when no run is active.
    void askLearned() noexcept;
    /// The last picture answered, and after join() one of the run's end. Null: none yet, or since the last
    /// change of strategy, or this strategy learns no distribution. The Runner's own; valid until the next
    /// askLearned(), join() or start().
    [[nodiscard]] const LearnedLatency* learned() noexcept;
    /// Asks the thread to end; returns at once. It acknowledges within milliseconds, also inside a long
    /// sleep.
    void requestStop() noexcept;
    /// Asks and waits. After it the rings still hold what was measured.
    void stop();

    /// The thread has measured its last frame; join() will not wait.
    [[nodiscard]] bool finished() const noexcept;
    /// A run has been started and not yet joined.
    [[nodiscard]] bool active() const noexcept;
    void join();

    [[nodiscard]] std::uint64_t runId() const noexcept;
    [[nodiscard]] const RunPlan& plan() const noexcept; ///< as last changed
    /// Plan of stretch n: 0 is the start's, then one a change.
    [[nodiscard]] const std::vector<RunPlan>& stretchPlans() const noexcept;
    [[nodiscard]] SampleRing<FrameSample>& frames() noexcept;
    [[nodiscard]] SampleRing<SleepSample>& sleeps() noexcept;
    /// CPU counters now; of the end once finished. Absent figures before the thread has begun.
    [[nodiscard]] CpuCounters counters() noexcept;
    [[nodiscard]] CpuCounters firstCounters() const noexcept;
    [[nodiscard]] EndReason endReason() const noexcept;
    [[nodiscard]] ClockFacts clockFacts() const;
    /// What a recorded machine's file does not tell; empty for others.
    [[nodiscard]] std::vector<std::string> machineLacks() const;
    [[nodiscard]] std::vector<SettingOutcome> settings() const; ///< complete once the first frame has run

private:
    struct Run;
    std::unique_ptr<Run> m_run;
    std::uint64_t m_lastId = 0;
};

} // namespace jitterscope
