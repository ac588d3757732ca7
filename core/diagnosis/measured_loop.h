// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/experiment/bench.h"
#include "core/run/job.h"

#include <memory>

namespace jitterscope {

/// A loop that runs in blocks, so that several can take turns. Strategy and work, and what the strategy has
/// learned, last through all blocks; the thread's settings are set for a block and put back after it.
/// * On the job's thread.
class MeasuredLoop {
public:
    /// `plan`: strategy, policy, work, period, tolerance and thread settings; its limits are not used. A
    /// checked plan. Machine and control must outlive it.
    MeasuredLoop(BenchMachine& machine, const RunPlan& plan, JobControl& control);
    ~MeasuredLoop();
    MeasuredLoop(const MeasuredLoop&) = delete;
    MeasuredLoop& operator=(const MeasuredLoop&) = delete;

    /// Runs for `length`. `counted`: the block enters the evidence. False: cancelled, nothing was entered.
    bool runBlock(Nanoseconds length, bool counted);
    /// Everything so far, with exact percentiles.
    [[nodiscard]] LoopEvidence evidence() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitterscope
