// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/latency_histogram.h"
#include "core/adaptive/margin_curve.h"

namespace jitterscope {

/// A picture of what a strategy has learned of the wake-ups that it now waits with: for a chart. Plain data
/// of a few kilobytes; marginCurve() makes of it what every other margin would do.
struct LearnedLatency {
    LatencyHistogram oversleeps; ///< of the last sleep of a wait, in ns after what was asked
    MarginPoint operating;       ///< the margin in use and what is expected of it
    double hazard = 0;           ///< chance, a nanosecond of spinning, that the spin ends late
    double others = 0; ///< share of the waits that are late whatever the margin: an interrupt, another thread
    bool ceiling = false; ///< fewer late frames would cost more than the ceiling of the aim
    double wakeCost = 0;  ///< CPU time of the sleeps of a wait and their wake-ups, ns
    double interval = 0;  ///< mean distance between the deadlines of late, ns; 0: not known yet
    /// ns between the ticks that these sleeps end on; 0: they end on none. Where there are ticks, the wait
    /// from the last one that is early enough to the deadline is spun as well, and is in neither `operating`
    /// nor the curve: frames take more CPU and are late less often.
    double tick = 0;
};

/// CPU in % of one core of waits with this margin.
[[nodiscard]] inline double cpuPercentOf(const LearnedLatency& learned, const MarginPoint& point) noexcept {
    return learned.interval > 0 ? 100 * (learned.wakeCost + point.spin) / learned.interval : 0;
}

} // namespace jitterscope
