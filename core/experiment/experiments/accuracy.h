// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `accuracy`: figure 1 of article 1, mean error of every strategy with its least and greatest.
[[nodiscard]] ExperimentEntry accuracyEntry();

} // namespace jitterscope
