// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `drift`: article 2, now − iteration · period over iterations for every loop policy; article 5, the
/// long-run mean.
[[nodiscard]] ExperimentEntry driftEntry();

} // namespace jitterscope
