// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `fixed-millisecond`: native sleep until 1.02 ms before the deadline, then spin with yield. If sleeps end
/// on ticks: steps of 0.95 ms on a high-resolution timer, then spin with pause (Dolphin).
[[nodiscard]] SleepEntry fixedMillisecondEntry();

} // namespace jitterscope
