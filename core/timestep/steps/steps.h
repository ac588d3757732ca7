// SPDX-License-Identifier: MIT
#pragma once

#include "core/timestep/timestep_catalog.h"

namespace jitterscope {

// What a simulation makes of a frame's time, one file each.

/// `actual-time`: each update gets the time that has passed since the one before.
[[nodiscard]] TimestepEntry actualTimeEntry();
/// `one-big-step`: above the threshold, one update that gets all of the time.
[[nodiscard]] TimestepEntry oneBigStepEntry();
/// `slow-motion`: above the threshold, two updates of half the threshold; the rest of the time is dropped.
[[nodiscard]] TimestepEntry slowMotionEntry();
/// `whole-refreshes`: releases whole refresh periods and splits long ones; no remedy against falling behind.
[[nodiscard]] TimestepEntry wholeRefreshesEntry();

} // namespace jitterscope
