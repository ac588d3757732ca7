// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/latency_histogram.h"

#include <cstddef>
#include <limits>

namespace jitterscope {

/// One margin and what follows from it for a wait of one sleep that is asked to end so long before the
/// deadline and is followed by a spin. With L the oversleep and m the margin:
struct MarginPoint {
    double margin = 0; ///< m, ns
    double missed = 1; ///< P(L > m): share of wake-ups that come after the deadline
    double late = 1;   ///< missed, and the spins that lose the processor over the deadline; at most 1
    double spin = 0;   ///< E[(m − L)+], ns
};

/// What a margin is to reach. The default asks for as few late frames as can be.
struct MarginAims {
    double lateShare = 0;                                  ///< frames that may be late, in [0, 1]
    double spinLimit = std::numeric_limits<double>::max(); ///< mean spin of a wait, ns
    double hazard = 0; ///< chance, a nanosecond of spinning, that the spin ends late
};

/// The smallest margin that keeps within the late share; where the spin limit or the spin's own hazard do not
/// allow it, the one that is late least often within them. CPU and lateness are both convex in the margin
/// (the newsvendor problem: K. J. Arrow, T. Harris, J. Marschak, Optimal Inventory Policy, 1951), so the
/// smallest one is the cheapest.
/// * One walk over the buckets that hold anything: below half a microsecond.
[[nodiscard]] MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims) noexcept;

/// What a given margin does.
[[nodiscard]] MarginPoint marginAt(const LatencyHistogram& oversleeps, double margin, double hazard) noexcept;

/// The whole curve at rising margins, for a chart: a point for each bucket that holds anything. Returns how
/// many were written, at most `size`; none before the first sample.
std::size_t marginCurve(const LatencyHistogram& oversleeps, double hazard, MarginPoint* points,
                        std::size_t size) noexcept;

} // namespace jitterscope
