// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// A race in a hundred columns, and who wins it at each rate: of the strategies that are not shown to miss
/// (late or given up) more than 1 % of the frames the one that takes the least CPU; where there is none, the
/// one that misses fewest.
[[nodiscard]] Digest raceDigest(const ExperimentResult& result);

} // namespace jitterscope
