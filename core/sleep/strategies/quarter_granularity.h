// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `quarter-granularity`: sleep to four times the system's granularity plus a sixth of the wait before the
/// deadline, then spin (DXVK).
[[nodiscard]] SleepEntry quarterGranularityEntry();

} // namespace jitterscope
