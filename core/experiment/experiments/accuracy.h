// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `accuracy`: figure 1 of article 1, mean, smallest and largest error of every strategy.
[[nodiscard]] ExperimentEntry accuracyEntry();

} // namespace jitterscope
