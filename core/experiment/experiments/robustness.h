// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `robustness`: figure 4 of article 1, relative error over interval and scheduler period, with the estimator
/// carried from cell to cell, and with a new one in each cell.
[[nodiscard]] ExperimentEntry robustnessEntry();

} // namespace jitterscope
