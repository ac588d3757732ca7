// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `timer-sleep`: one long timer sleep of the time left less the estimate, the estimate being mean + X·σ of
/// the error, repeated while more than 100 ns would be slept, then spin (article 1, "Timers on Windows").
[[nodiscard]] SleepEntry timerSleepEntry();

} // namespace jitterscope
