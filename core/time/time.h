// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <chrono>
#include <cstdint>

namespace jitterscope {

/// Tag of the clock used for both waiting and measuring: CLOCK_MONOTONIC, QueryPerformanceCounter, or the
/// virtual time of a simulated machine. Time points are comparable only within one TimeSource.
struct MonotonicClock {
    using duration = Nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<MonotonicClock, Nanoseconds>;
    static constexpr bool is_steady = true;
};

using TimePoint = MonotonicClock::time_point;

using namespace std::chrono_literals;

/// A value in ns without its fraction.
[[nodiscard]] inline Nanoseconds nanosecondsOf(double value) noexcept {
    return Nanoseconds(static_cast<std::int64_t>(value));
}

} // namespace jitterscope
