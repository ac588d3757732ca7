// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

namespace jitterscope {

/// The clocks of the system, read within about a microsecond of each other.
struct ClockReadings {
    Nanoseconds monotonic{0}; ///< steered by time servers, stands still while the machine is suspended
    Nanoseconds raw{0};       ///< not steered
    Nanoseconds boot{0};      ///< goes on while the machine is suspended
};
[[nodiscard]] ClockReadings readClocks() noexcept;

/// How finely the kernel can end a sleep: 1 ns with high-resolution timers, else a tick; 0 if it does not
/// tell.
[[nodiscard]] Nanoseconds timerResolution() noexcept;
/// Distance of the kernel's ticks, 1/HZ; 0 if it does not tell.
[[nodiscard]] Nanoseconds tickLength() noexcept;

} // namespace jitterscope
