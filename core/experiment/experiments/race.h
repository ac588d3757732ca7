// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `race`: strategies against each other in interleaved blocks, with confidence intervals.
[[nodiscard]] ExperimentEntry raceEntry();

} // namespace jitterscope
