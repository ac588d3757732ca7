// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `timer-sleep`: one long timer sleep for the time left minus the estimate (mean + X·σ of the timer's
/// error), repeated while the sleep would exceed 100 ns, then spin (article 1, "Timers on Windows").
[[nodiscard]] SleepEntry timerSleepEntry();

} // namespace jitterscope
