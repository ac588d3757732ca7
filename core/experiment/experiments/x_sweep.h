// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `x-sweep`: what X in mean + X·σ buys and costs.
[[nodiscard]] ExperimentEntry xSweepEntry();

} // namespace jitterscope
