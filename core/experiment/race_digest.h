// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// A race in 100 columns, with the winner at each rate: the strategy with the least CPU among those that are
/// not shown to miss (late or given up) more than 1 % of the frames. If there is none, the one that misses
/// fewest.
[[nodiscard]] Digest raceDigest(const ExperimentResult& result);

} // namespace jitterscope
