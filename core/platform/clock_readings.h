// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <span>
#include <string>

namespace jitterscope {

/// The clocks of the system, read within about a microsecond of each other.
struct ClockReadings {
    Nanoseconds monotonic{0}; ///< steered by time servers (not on Windows), stands still while suspended
    Nanoseconds raw{0};       ///< not steered
    Nanoseconds boot{0};      ///< goes on while the machine is suspended
};
[[nodiscard]] ClockReadings readClocks() noexcept;

/// A clock that a program can choose.
struct SystemClock {
    const char* name;      ///< `wall`, `monotonic`, …
    const char* source;    ///< what reads it: `CLOCK_REALTIME`
    bool followsTimeOfDay; ///< it is set when somebody sets the time
    bool runsWhileAsleep;  ///< it goes on while the thread sleeps
    Nanoseconds (*read)() noexcept;
};
/// Those of this system. Immutable; any thread.
[[nodiscard]] std::span<const SystemClock> systemClocks() noexcept;

/// What reading a clock costs, and by how much two readings that differ do so at least. Takes about 20 ms,
/// on Windows three ticks.
struct ClockCharacter {
    double cost = 0;            ///< ns a reading
    Nanoseconds granularity{0}; ///< 0: it did not move
};
[[nodiscard]] ClockCharacter measureClock(const SystemClock& clock) noexcept;

/// The clock that systemNow() reads, and what is behind it: `CLOCK_MONOTONIC (tsc)`.
[[nodiscard]] std::string clockSource();

/// How finely the kernel can end a sleep: 1 ns with high-resolution timers, else a tick; 0 if it does not
/// tell.
[[nodiscard]] Nanoseconds timerResolution() noexcept;
/// Distance of the kernel's ticks, 1/HZ; 0 if it does not tell.
[[nodiscard]] Nanoseconds tickLength() noexcept;

} // namespace jitterscope
