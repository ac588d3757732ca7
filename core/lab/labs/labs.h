// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"
#include "core/lab/paced_frames.h"

namespace jitterscope {

// The labs, one file each.

/// `audio`: queued sound, its lag and its underruns (article 4).
[[nodiscard]] LabEntry audioLab();
/// `clocks`: granularity and cost of clocks, and a wall clock that is set while a loop waits (article 1).
[[nodiscard]] LabEntry clocksLab();
/// `drift`: six loop policies race; article 5's example step by step.
[[nodiscard]] LabEntry driftLab();
/// Its loop with this policy. `policy` must outlive it.
[[nodiscard]] PacedLoop driftLoop(std::string_view policy, const ParameterValues& values,
                                  std::int64_t frames);
/// `estimator`: article 1's wait from inside, step by step.
[[nodiscard]] LabEntry estimatorLab();
/// `melting`: article 4's four loops, their frame times and what they cost.
[[nodiscard]] LabEntry meltingLab();
/// `sleep`: the parts of which a late wake-up consists (articles 1 and 4).
[[nodiscard]] LabEntry sleepLab();
/// `slots`: which slots a late frame costs, and which animation ends late.
[[nodiscard]] LabEntry slotsLab();
/// `x`: what X in mean + X · σ buys, and what a quantile buys instead (article 1).
[[nodiscard]] LabEntry xLab();

} // namespace jitterscope
