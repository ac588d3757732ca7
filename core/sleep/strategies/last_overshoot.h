// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `last-overshoot`: shortens each sleep by the oversleep of the last one. It never spins, so it may wake
/// early (as MangoHud and bevy_framepace do).
[[nodiscard]] SleepEntry lastOvershootEntry();

} // namespace jitterscope
