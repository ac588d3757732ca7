// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `hires-timer`: slices of 0.95 scheduler periods on a high-resolution waitable timer until 1.02 ms before
/// the deadline, then spin; the later Windows form of article 1's author.
[[nodiscard]] SleepEntry hiresTimerEntry();

} // namespace jitterscope
