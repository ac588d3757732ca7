// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `cpu-sweep`: figure 3 of article 1, CPU use against the interval slept.
[[nodiscard]] ExperimentEntry cpuSweepEntry();

} // namespace jitterscope
