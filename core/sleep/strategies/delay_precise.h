// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `delay-precise`: 1 ms sleeps, the last one shortened by the worst overshoot of this call, then spin with
/// pause (SDL 3, SDL_DelayPrecise).
[[nodiscard]] SleepEntry delayPreciseEntry();

} // namespace jitterscope
