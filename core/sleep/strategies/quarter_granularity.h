// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `quarter-granularity`: one sleep to four times the system's granularity plus a sixth of the duration
/// before the deadline, then spin (DXVK).
[[nodiscard]] SleepEntry quarterGranularityEntry();

} // namespace jitterscope
