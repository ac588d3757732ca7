// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/meter/cpu_meter.h"
#include "core/workload/workload.h"

#include <deque>
#include <memory>

namespace jitterscope {

/// One slot of the loop in the account: a frame that ran, or a slot that was given up. The sum of its parts
/// is its lateness.
struct BookedSlot {
    LatenessParts parts;
    std::int64_t margin = 0; ///< as FrameSample::margin
    bool hasQueued = false;  ///< as FrameSample::hasQueued
};

/// A frame, how its start was booked, and how long its work takes by itself. During the rest of `sample.work`
/// the processor did something else.
struct WorkedFrame {
    FrameSample sample;
    BookedSlot booked;
    std::int64_t alone = 0; ///< ns, at most `sample.work`

    [[nodiscard]] std::int64_t stretch() const noexcept { return sample.work - alone; }
};

/// Books a frame that ran, after the work of `before`. Time in the run queue always counts as run queue.
/// Other time by which the work was stretched counts as a lost processor.
[[nodiscard]] BookedSlot bookedFrame(const WorkedFrame& before, const FrameSample& sample) noexcept;

/// Books a slot that was given up, `slots` slots before the frame `after`. Its parts tell why it was lost:
/// * the work, if it alone takes longer than the time that a punctual `before` had;
/// * otherwise what made `before` late, or what stretched its work, whichever took longer.
[[nodiscard]] BookedSlot bookedLoss(const WorkedFrame& before, const FrameSample& after, std::int64_t slots,
                                    const Period& period) noexcept;

/// Books the frames of a loop, block by block, and makes the loop's evidence from them. One thread.
class LoopBook {
public:
    /// `plan`: checked.
    explicit LoopBook(const RunPlan& plan);

    /// What the caller fills in, because frames do not tell it: settings, slack, tick.
    [[nodiscard]] LoopEvidence& known() noexcept { return m_evidence; }
    /// Adds a block of consecutive frames, and the thread's CPU usage in it.
    void add(const std::deque<FrameSample>& frames, const CpuUsage& usage);
    /// Everything so far, with exact percentiles.
    [[nodiscard]] LoopEvidence evidence() const;

private:
    void book(const BookedSlot& slot, LoopBlock& block, bool lost);
    void bookLosses(const WorkedFrame& before, const FrameSample& after, LoopBlock& block);

    LoopEvidence m_evidence;
    std::unique_ptr<Workload> m_work;
    std::deque<FrameSample> m_counted; // of all blocks, for exact percentiles
    std::int64_t m_sleeps = 0;
};

} // namespace jitterscope
