// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `interval-sweep`: figure 2 of article 1, requested against measured sleep over nine decades; and the
/// calibration for a recorded machine.
[[nodiscard]] ExperimentEntry intervalSweepEntry();

} // namespace jitterscope
