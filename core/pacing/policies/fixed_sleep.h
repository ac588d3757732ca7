// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `fixed-sleep`: work, then sleep for one period (article 2). Every frame takes work + period + latency.
[[nodiscard]] PacingEntry fixedSleepEntry();

} // namespace jitterscope
