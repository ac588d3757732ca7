// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/meter/cpu_meter.h"
#include "core/workload/workload.h"

#include <deque>
#include <memory>

namespace jitterscope {

/// One slot of the loop as it is booked: a frame that ran, or a slot that was given up. Its parts add up to
/// its lateness.
struct BookedSlot {
    LatenessParts parts;
    std::int64_t margin = 0; ///< of its last native sleep, as FrameSample's
    bool hasQueued = false;  ///< the scheduler told how long it was in the run queue
};

/// A frame, how its start was booked, and how long its work takes by itself. The rest of `sample.work` is
/// time in which the processor did something else.
struct WorkedFrame {
    FrameSample sample;
    BookedSlot booked;
    std::int64_t alone = 0; ///< ns, at most `sample.work`

    [[nodiscard]] std::int64_t stretch() const noexcept { return sample.work - alone; }
};

/// A frame that ran, after the work of `before`. Time in the run queue is booked as that, wherever it was
/// spent. Time that a stretched work lost otherwise counts as a lost processor.
[[nodiscard]] BookedSlot bookedFrame(const WorkedFrame& before, const FrameSample& sample) noexcept;

/// A slot that was given up before the frame `after`, `slots` before that one. Its parts say what lost it:
/// * the work, where that alone takes longer than a punctual `before` had time;
/// * else what made `before` late, or what stretched its work: the longer of the two is booked.
[[nodiscard]] BookedSlot bookedLoss(const WorkedFrame& before, const FrameSample& after, std::int64_t slots,
                                    const Period& period) noexcept;

/// Books the frames of a loop, block by block, and makes its evidence of them.
class LoopBook {
public:
    /// A checked plan.
    explicit LoopBook(const RunPlan& plan);

    /// What is known of the loop without its frames: settings, slack, tick.
    [[nodiscard]] LoopEvidence& known() noexcept { return m_evidence; }
    /// A block of consecutive frames, and the thread's use of the processor in it.
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
