// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"

#include <cstdint>
#include <optional>

namespace jitterscope {

/// What comes next if all stays as it is, with 95 % intervals: the share of the frames that will be late, and
/// the share of one core that the waits will take.
struct WaitForecast {
    std::int64_t waits = 0; ///< the number of waits that are forecast
    double late = 0, lateLow = 0, lateHigh = 0;
    double cpu = 0, cpuLow = 0, cpuHigh = 0;
};

/// What a strategy has learned of the wake-ups that it now waits with, for a chart. Plain data of a few
/// kilobytes. marginCurve() computes from it what every other margin would do.
struct LearnedLatency {
    LatencyHistogram oversleeps; ///< of the last sleep of each wait, ns
    MarginPoint operating;       ///< the margin in use and what is expected of it
    double hazard = 0;           ///< chance per nanosecond of spinning that the spin ends late
    double others = 0;    ///< share of the waits that any margin leaves late: an interrupt, another thread
    bool ceiling = false; ///< fewer late frames would cost more than the ceiling of the aim
    double wakeCost = 0;  ///< CPU time of the sleeps of a wait and their wake-ups, ns
    double interval = 0;  ///< mean distance between recent deadlines, ns; 0: not known yet
    double sleepCost = 0; ///< CPU time of one sleep and its wake-up, ns
    /// Here a wait is late if it ends more than this after its deadline, ns; filled by the frame loop. The
    /// tolerance of a run is its user's choice, and often much larger.
    double lateAfter = 0;
    /// ns between the ticks that these sleeps end on; 0: they end on none. With ticks, a sleep ends on the
    /// last tick that is early enough, and the rest up to the deadline is spun. `next` contains that spin,
    /// but `operating` does not: frames take more CPU than `operating` says, and are late less often.
    double tick = 0;
    Achieved achieved;                ///< by its own clock, since its aim was set
    std::optional<WaitForecast> next; ///< absent before some hundred waits; filled by the frame loop
};

/// The CPU time of waits with this margin, in % of one core; 0 if the interval is not known yet.
[[nodiscard]] inline double cpuPercentOf(const LearnedLatency& learned, const MarginPoint& point) noexcept {
    return learned.interval > 0 ? 100 * (learned.wakeCost + point.spin) / learned.interval : 0;
}

} // namespace jitterscope
