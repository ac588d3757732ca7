// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/system_family.h"
#include "core/machine/facts.h"
#include "core/machine/snapshot.h"
#include "core/plan/run_plan.h"
#include "core/record/anatomy.h"
#include "core/run/statistics.h"
#include "core/stats/interval.h"
#include "core/time/clock_facts.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

// What was measured of one loop. Everything that is concluded stands on these values alone.

/// Where the lateness of some frames went, in ns, summed: the parts, and what of `woke` has a name of its
/// own.
struct LatenessCosts {
    LatenessParts parts;
    std::int64_t relative = 0; ///< of `woke`: the clock was read before the sleep was asked for
    std::int64_t timer = 0;    ///< of `woke`: up to what the timer by itself is late: slack, or a tick
    std::int64_t frames = 0;

    /// `margin`: of the slot's last native sleep, as FrameSample's. `timerDelay`: LoopEvidence's.
    void add(const LatenessParts& slot, std::int64_t margin, std::int64_t timerDelay) noexcept;
    LatenessCosts& operator+=(const LatenessCosts& costs) noexcept;
};

/// One late frame, for the anatomy's picture.
struct LateFrame {
    Cause cause = Cause::OnTime;
    LatenessParts parts;
};

/// One block of consecutive frames; about a second. Lost slots are in it as late frames.
struct LoopBlock {
    BlockCount late;
    LatenessCosts costs;                  ///< of all its frames
    std::optional<double> medianLateness; ///< ns
    std::optional<double> cpuPercent;     ///< of one core, of the thread, without the frame's work
};

/// One loop as measured: its plan, and what it did in a number of blocks.
struct LoopEvidence {
    static constexpr std::size_t kMostLateFrames = 20'000;

    RunPlan plan;
    FrameStatistics statistics;
    FrameMetrics metrics;
    Anatomy anatomy;
    std::vector<LoopBlock> blocks;
    std::int64_t lost = 0;             ///< slots that were given up; each counts as a late frame
    LatenessCosts all;                 ///< of all frames
    LatenessCosts late;                ///< of the late ones
    std::int64_t workFrames = 0;       ///< late frames in whose lateness the work has a part
    std::int64_t overruns = 0;         ///< frames that ran whose work by itself takes longer than the period
    std::int64_t longestWork = 0;      ///< ns
    std::int64_t longestWorkAlone = 0; ///< ns, as long as it takes by itself
    std::vector<LateFrame> lateFrames; ///< the first kMostLateFrames
    double spinSeconds = 0;            ///< of all waits
    std::vector<std::int64_t> gaps;    ///< ns, losses of the processor in them; the first kMostLateFrames
    std::vector<SettingOutcome> settings; ///< of the thread
    std::int64_t slack = 0;               ///< ns; timer slack as read back, 0 if the sleep has none
    std::int64_t tick = 0;                ///< ns; sleeps end on its multiples (Windows); 0: they do not
    /// The most that the timer by itself ends a sleep late.
    [[nodiscard]] std::int64_t timerDelay() const noexcept { return tick > 0 ? tick : slack; }
    double sleepsPerFrame = 0;
    double busyPercent = 0; ///< CPU % of one core of the busiest block, with the frames' work

    /// Frames and lost slots: what a job counts.
    [[nodiscard]] std::int64_t frames() const noexcept { return metrics.frames + lost; }
    /// Share of late frames; its 95 % interval allows for bursts (blockShare). None late in n shows less than
    /// 3/n (J. A. Hanley and A. Lippman-Hand, JAMA 249, 1983).
    [[nodiscard]] std::optional<Share> lateShare() const;
    /// CPU % of one core for waiting, without the frame's work: the mean of the blocks.
    [[nodiscard]] std::optional<double> cpuPercent() const noexcept;
    [[nodiscard]] double meanLateness() const noexcept; ///< ns, with lost slots; 0 without frames
};

/// The machine while it was measured.
struct MachineEvidence {
    SystemFamily system = SystemFamily::Linux;
    std::vector<Fact> facts; ///< standing facts, then those of the run
    MachineUse use;
    ClockFacts clock;
    std::size_t processors = 0; ///< that this process may use
};

} // namespace jitterscope
