// SPDX-License-Identifier: MIT
#pragma once

#include "core/timestep/timestep_catalog.h"

namespace jitterscope {

/// `slow-motion`: above the threshold, two updates of half the threshold; the rest of the time is dropped.
[[nodiscard]] TimestepEntry slowMotionEntry();

} // namespace jitterscope
