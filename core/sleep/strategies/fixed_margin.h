// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `fixed-margin`: native sleep until a constant margin before the deadline, then spin. The margin is another
/// one if sleeps end on ticks (the spin_sleep crate).
[[nodiscard]] SleepEntry fixedMarginEntry();

} // namespace jitterscope
