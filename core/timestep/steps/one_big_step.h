// SPDX-License-Identifier: MIT
#pragma once

#include "core/timestep/timestep_catalog.h"

namespace jitterscope {

/// `one-big-step`: above the threshold, one update that gets all of the time.
[[nodiscard]] TimestepEntry oneBigStepEntry();

} // namespace jitterscope
