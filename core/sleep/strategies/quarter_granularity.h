// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `quarter-granularity`: sleep until a margin before the deadline, then spin. The margin is four times the
/// system's granularity plus a sixth of the wait (DXVK).
[[nodiscard]] SleepEntry quarterGranularityEntry();

} // namespace jitterscope
