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

// What was measured of one loop. All conclusions use only these values.

/// How the lateness of some frames was spent, in ns, summed: its parts, and two named pieces of `woke`.
struct LatenessCosts {
    LatenessParts parts;
    std::int64_t relative = 0; ///< piece of `woke`: time between the clock read and the start of the sleep
    std::int64_t timer = 0; ///< piece of `woke`: lateness of the timer by itself, at most its slack or tick
    std::int64_t frames = 0;

    /// Adds a slot. `margin`: as FrameSample::margin. `timerDelay`: as LoopEvidence::timerDelay().
    void add(const LatenessParts& slot, std::int64_t margin, std::int64_t timerDelay) noexcept;
    LatenessCosts& operator+=(const LatenessCosts& costs) noexcept;
};

/// One late frame, for the anatomy's picture.
struct LateFrame {
    Cause cause = Cause::OnTime;
    LatenessParts parts;
};

/// One block of consecutive frames, about a second long. Lost slots count as late frames.
struct LoopBlock {
    BlockCount late;
    LatenessCosts costs;                  ///< of all its frames
    std::optional<double> medianLateness; ///< ns
    std::optional<double> cpuPercent;     ///< CPU % of one core, of the thread without its frames' work
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
    LatenessCosts late;                ///< of the late frames
    std::int64_t workFrames = 0;       ///< number of late frames of whose lateness the work is a part
    std::int64_t overruns = 0;         ///< number of frames whose work alone takes longer than the period
    std::int64_t longestWork = 0;      ///< ns
    std::int64_t longestWorkAlone = 0; ///< ns; without the time in which the processor did something else
    std::vector<LateFrame> lateFrames; ///< the first kMostLateFrames
    double spinSeconds = 0;            ///< of all waits
    std::vector<std::int64_t> gaps; ///< ns; losses of the processor while spinning, the first kMostLateFrames
    std::vector<SettingOutcome> settings; ///< of the thread
    std::int64_t slack = 0;               ///< ns; timer slack as read back; 0 if it does not delay the sleep
    std::int64_t tick = 0;                ///< ns; sleeps end on these ticks (Windows); 0: they do not
    /// How late the timer by itself may end a sleep, ns.
    [[nodiscard]] std::int64_t timerDelay() const noexcept { return tick > 0 ? tick : slack; }
    double sleepsPerFrame = 0;
    double busyPercent = 0; ///< CPU % of one core of the busiest block, with the frames' work

    /// Frames and lost slots, since a job counts both.
    [[nodiscard]] std::int64_t frames() const noexcept { return metrics.frames + lost; }
    /// Share of late frames. Its 95 % interval allows for bursts (blockShare). If none of n frames is late,
    /// the share is less than 3/n (J. A. Hanley and A. Lippman-Hand, JAMA 249, 1983).
    [[nodiscard]] std::optional<Share> lateShare() const;
    /// CPU % of one core for waiting, without the frames' work; the mean of the blocks.
    [[nodiscard]] std::optional<double> cpuPercent() const noexcept;
    [[nodiscard]] double meanLateness() const noexcept; ///< ns, with lost slots; 0 without frames
};

/// The machine while it was measured.
struct MachineEvidence {
    SystemFamily system = SystemFamily::Linux;
    std::vector<Fact> facts; ///< lasting facts, then those of the run
    MachineUse use;
    ClockFacts clock;
    std::size_t processors = 0; ///< that this process may use
};

} // namespace jitterscope
