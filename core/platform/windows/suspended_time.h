// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

namespace jitterscope {

/// How long the machine has been suspended since it started: interrupt time less unbiased interrupt time; 0
/// where Windows tells neither (before Windows 10). Inside platform/windows only.
[[nodiscard]] Nanoseconds suspendedTime() noexcept;

/// The clock that stands still while the machine is suspended; 0: not told. Steps of the timer's period.
[[nodiscard]] Nanoseconds unbiasedInterruptTime() noexcept;

} // namespace jitterscope
