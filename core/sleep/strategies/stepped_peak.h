// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `stepped-peak`: 7 ms steps, then 1 ms steps, as long as the decaying worst step fits, then spin. It is
/// meant for a timer slack of 1 ns (airbus/sen).
[[nodiscard]] SleepEntry steppedPeakEntry();

} // namespace jitterscope
