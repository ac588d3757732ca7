// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `halving`: sleeps half of what is left, again and again, then spins (libstrangle).
[[nodiscard]] SleepEntry halvingEntry();

} // namespace jitterscope
