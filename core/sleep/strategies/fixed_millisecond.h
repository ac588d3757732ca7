// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `fixed-millisecond`: native sleep until 1.02 ms before the deadline, then spin, giving way; where sleeps
/// end on ticks a high-resolution timer in steps of 0.95 ms, and the spin pauses (Dolphin).
[[nodiscard]] SleepEntry fixedMillisecondEntry();

} // namespace jitterscope
