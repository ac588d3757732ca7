// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `sliced-sleep`: 1 ms sleeps while more than 1 ms is left, then spin (article 4).
[[nodiscard]] SleepEntry slicedSleepEntry();

} // namespace jitterscope
