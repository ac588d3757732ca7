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

/// Owns the measuring thread of one run at a time.
/// * Make all calls from one thread (the window's, or main).
/// * start() → poll the rings through a Collector → stop() or wait for finished() → join().
class Runner {
public:
    /// Ring sizes: 6 s at 10 kHz, so that a window that is blocked for seconds loses nothing.
    static constexpr std::size_t kFrameRing = 1 << 16;
    static constexpr std::size_t kSleepRing = 1 << 18;

    Runner();
    ~Runner(); ///< stops and joins

    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    /// Starts a run; the plan is copied. `recorded` as in resolve(). Error: as resolve(), or the thread could
    /// not be made.
    [[nodiscard]] Result<Done> start(const RunPlan& plan,
                                     std::shared_ptr<const MachineModel> recorded = nullptr);
    /// Changes settings at the next frame boundary and starts a stretch. Strategy, policy, work, their
    /// values, rate, load, tolerance and stop-on-late can change. Error (Usage): another machine, thread
    /// setting or limit, or a plan that checkPlan refuses.
    [[nodiscard]] Result<Done> change(const RunPlan& plan);
    /// The same for a plan that resolveChange() has looked up.
    [[nodiscard]] Result<Done> change(const ResolvedPlan& next);
    /// Asks the loop for a snapshot of what its strategy has learned; the loop answers at the next frame
    /// boundary. Invalidates what learned() has returned. Does nothing while an answer is pending or when no
    /// run is active.
    void askLearned() noexcept;
    /// The last snapshot; after join(), the one at the run's end. Null: none yet, none since the last change
    /// of strategy, or the strategy learns no distribution. Owned by the Runner; valid until the next
    /// askLearned(), join() or start().
    [[nodiscard]] const LearnedLatency* learned() noexcept;
    /// Asks the thread to end; returns at once. The thread ends within milliseconds, even from a long sleep.
    void requestStop() noexcept;
    /// Asks the thread to end and waits for it. The rings still hold what was measured.
    void stop();

    /// The thread has measured its last frame; join() will not block.
    [[nodiscard]] bool finished() const noexcept;
    /// A run has been started but not joined.
    [[nodiscard]] bool active() const noexcept;
    void join();

    [[nodiscard]] std::uint64_t runId() const noexcept;
    [[nodiscard]] const RunPlan& plan() const noexcept; ///< after the last change; the default before a start
    /// The plan of each stretch: first the plan at the start, then one for each change. Empty before a start.
    [[nodiscard]] const std::vector<RunPlan>& stretchPlans() const noexcept;
    [[nodiscard]] SampleRing<FrameSample>& frames() noexcept;
    [[nodiscard]] SampleRing<SleepSample>& sleeps() noexcept;
    /// CPU counters now; once finished, those at the end. Absent values before the thread has begun.
    [[nodiscard]] CpuCounters counters() noexcept;
    [[nodiscard]] CpuCounters firstCounters() const noexcept;
    /// The kernel's id of the measuring thread; 0: it has not begun, or the machine is simulated.
    [[nodiscard]] int thread() const noexcept;
    [[nodiscard]] EndReason endReason() const noexcept;
    [[nodiscard]] ClockFacts clockFacts() const;
    /// Sentences about what the file of a recorded machine does not tell; empty for other machines.
    [[nodiscard]] std::vector<std::string> machineLacks() const;
    [[nodiscard]] std::vector<SettingOutcome> settings() const; ///< complete once the first frame has run

private:
    struct Run;
    std::unique_ptr<Run> m_run;            ///< null before the first start
    SampleRing<FrameSample> m_noFrames{1}; ///< empty rings until then
    SampleRing<SleepSample> m_noSleeps{1};
    std::uint64_t m_lastId = 0;
};

} // namespace jitterscope
