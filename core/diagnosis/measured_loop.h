// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/experiment/bench.h"
#include "core/run/job.h"

#include <memory>

namespace jitterscope {

/// A loop that runs in blocks, so that several loops can take turns. Strategy and work, and what the strategy
/// has learned, last through all blocks. The thread's settings are set for each block and restored after it.
/// * Use it on the job's thread.
class MeasuredLoop {
public:
    /// `plan`: checked; strategy, policy, work, period, tolerance and thread settings are used, its limits
    /// are not. Machine and control must outlive it.
    MeasuredLoop(BenchMachine& machine, const RunPlan& plan, JobControl& control);
    ~MeasuredLoop();
    MeasuredLoop(const MeasuredLoop&) = delete;
    MeasuredLoop& operator=(const MeasuredLoop&) = delete;

    /// Runs for `length`. `counted`: the block becomes part of the evidence. False: cancelled, it did not.
    bool runBlock(Nanoseconds length, bool counted);
    /// Everything so far, with exact percentiles.
    [[nodiscard]] LoopEvidence evidence() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace jitterscope
