// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `absolute-sleep`: one absolute sleep until the deadline (POSIX clock_nanosleep with TIMER_ABSTIME).
[[nodiscard]] SleepEntry absoluteSleepEntry();

} // namespace jitterscope
