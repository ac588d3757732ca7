// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `last-overshoot`: shortens each sleep by the oversleep of the last one; no spinning, so it may wake early
/// (MangoHud, bevy_framepace).
[[nodiscard]] SleepEntry lastOvershootEntry();

} // namespace jitterscope
