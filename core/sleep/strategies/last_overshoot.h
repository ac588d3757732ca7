// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `last-overshoot`: sleeps short by what the last sleep took too long; no spinning, so it may wake early
/// (MangoHud, bevy_framepace).
[[nodiscard]] SleepEntry lastOvershootEntry();

} // namespace jitterscope
