// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <variant>

namespace jitterscope {

/// No more late frames than asked for, for the least CPU. A frame counts as late whatever the reason.
struct LateShare {
    double share = 0.007;         ///< of frames that may be late, in [0.0001, 0.5]
    Nanoseconds tolerance{1'000}; ///< ≥ 0; a wait that ends more than this after its deadline is late
    /// The margin spins at most this long on average. Half a millisecond is what a usual fixed margin costs.
    /// Where no sleep fits, all of a wait is spun.
    Nanoseconds ceiling{500'000};
};

/// As few late frames as this CPU time allows.
struct CpuBudget {
    double share = 0.05; ///< of one core, in (0, 1]; exceeded by costly wake-ups, or where no sleep fits
};

/// No busy wait at all. Frames start early or late by the spread of the wake-ups, centred on the deadline.
struct NoSpin {};

/// What `AdaptiveWait` is to reach. A value outside its range counts as the nearer end of the range.
using Aim = std::variant<LateShare, CpuBudget, NoSpin>;

} // namespace jitterscope
