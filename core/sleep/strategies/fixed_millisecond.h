// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `fixed-millisecond`: native sleep until 1.02 ms before the deadline, then spin, giving way (Dolphin).
[[nodiscard]] SleepEntry fixedMillisecondEntry();

} // namespace jitterscope
