// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <span>
#include <string>

namespace jitterscope {

/// The clocks of the system, read within about a microsecond of each other.
struct ClockReadings {
    Nanoseconds monotonic{0}; ///< adjusted by time servers (not on Windows); stands still while suspended
    Nanoseconds raw{0};       ///< not adjusted
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
/// The clocks of this system. Immutable; any thread.
[[nodiscard]] std::span<const SystemClock> systemClocks() noexcept;

/// What reading a clock costs, and the smallest difference between two different readings. The measurement
/// takes about 20 ms, or three ticks of the kernel if these are longer.
struct ClockCharacter {
    double cost = 0;            ///< ns per reading
    Nanoseconds granularity{0}; ///< 0: it did not move
};
[[nodiscard]] ClockCharacter measureClock(const SystemClock& clock) noexcept;

/// The clock that systemNow() reads, and what is behind it: `CLOCK_MONOTONIC (tsc)`.
[[nodiscard]] std::string clockSource();

/// The resolution of the kernel's sleeps: 1 ns with high-resolution timers, else a tick; 0: not known.
[[nodiscard]] Nanoseconds timerResolution() noexcept;
/// The time between two ticks of the kernel, 1/HZ; 0: not known.
[[nodiscard]] Nanoseconds tickLength() noexcept;

} // namespace jitterscope
