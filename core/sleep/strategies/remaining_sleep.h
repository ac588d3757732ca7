// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `remaining-sleep`: while more than 1 ms is left, sleep for all the remaining time; then spin (article 4).
[[nodiscard]] SleepEntry remainingSleepEntry();

} // namespace jitterscope
