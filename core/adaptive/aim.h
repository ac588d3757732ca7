// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <variant>

namespace jitterscope {

/// No more late frames than asked for, for the least CPU. Whatever makes a frame late counts.
struct LateShare {
    double share = 0.007;         ///< of the frames may be late, in [0.0001, 0.5]
    Nanoseconds tolerance{1'000}; ///< ≥ 0; late is more than this, by the clock read after the wait
    /// The margin spins at most this on average; half a millisecond is what a fixed margin costs. Where no
    /// sleep fits, all of a wait is spun.
    Nanoseconds ceiling{500'000};
};

/// As few late frames as this CPU time allows.
struct CpuBudget {
    double share = 0.05; ///< of one core, in (0, 1]; at least the wake-ups; where no sleep fits all is spun
};

/// No busy wait at all. Frames start early or late by the spread of the wake-ups, centred on the deadline.
struct NoSpin {};

/// What `AdaptiveWait` is to reach. A figure outside its range counts as the nearer end.
using Aim = std::variant<LateShare, CpuBudget, NoSpin>;

} // namespace jitterscope
