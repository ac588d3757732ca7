// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `remaining-sleep`: sleep the whole rest while more than 1 ms is left, again and again, then spin (article
/// 4).
[[nodiscard]] SleepEntry remainingSleepEntry();

} // namespace jitterscope
