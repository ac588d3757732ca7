// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `fixed-margin`: native sleep until a constant margin before the deadline, a different one if sleeps end on
/// ticks; then spin (the spin_sleep crate).
[[nodiscard]] SleepEntry fixedMarginEntry();

} // namespace jitterscope
