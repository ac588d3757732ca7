// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/latency_histogram.h"

#include <cstddef>
#include <limits>

namespace jitterscope {

/// One margin and what follows from it for a wait. The wait is one sleep that is asked to end that long
/// before the deadline, then a spin. L is the oversleep and m the margin:
struct MarginPoint {
    double margin = 0; ///< m, ns
    double missed = 1; ///< P(L > m): share of wake-ups that come after the deadline
    double late = 1;   ///< missed, plus the spins that lose the processor at the deadline; at most 1
    double spin = 0;   ///< E[(m − L)+], ns
};

/// What a margin is to reach. The default asks for as few late frames as can be.
struct MarginAims {
    double lateShare = 0;                                  ///< share of frames that may be late, in [0, 1]
    double spinLimit = std::numeric_limits<double>::max(); ///< mean spin of a wait, ns
    double hazard = 0; ///< chance per nanosecond of spinning that the spin ends late
    double longest = std::numeric_limits<double>::max(); ///< the longest margin, ns
    double price = std::numeric_limits<double>::max();   ///< spin that is worth one late frame less, ns
};

/// The point at the part `part`, in [0, 1], of a bucket that begins at `low`. Samples lie evenly in it.
[[nodiscard]] MarginPoint pointWithin(const MarginPoint& low, double width, double share, double part,
                                      double hazard) noexcept;

/// The smallest margin that keeps within the late share. If the limits or the spin's own hazard do not allow
/// one, the margin that is late least often. CPU and lateness are convex in the margin, so the smallest is
/// the cheapest (newsvendor problem: K. J. Arrow, T. Harris, J. Marschak, Optimal Inventory Policy, 1951).
[[nodiscard]] MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims) noexcept;
/// The same where a wake-up within `spare` ns after the deadline is on time: `missed` is P(L > m + spare).
[[nodiscard]] MarginPoint chooseMargin(const LatencyHistogram& oversleeps, const MarginAims& aims,
                                       double spare) noexcept;

/// The margin that a share `tail` of the oversleeps exceeds; shorter if it spun beyond `spinLimit` ns.
[[nodiscard]] MarginPoint quantileOf(const LatencyHistogram& oversleeps, double tail,
                                     double spinLimit) noexcept;

} // namespace jitterscope
