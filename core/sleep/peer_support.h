// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/strategy_support.h"

#include <algorithm>

namespace jitterscope {

/// One native sleep that is to end `margin` before the deadline, then a spin. Most peers (the strategies of
/// other programs) share this and differ only in the margin. Returns the sleep; its `asked` is 0 if there was
/// no time to sleep.
inline NativeSleep sleepThenSpin(TimeSource& time, TimePoint deadline, Nanoseconds margin,
                                 SpinKind spin) noexcept {
    NativeSleep sleep;
    const Nanoseconds length = deadline - time.now() - margin;
    if (length > 0ns && !time.stopRequested())
        sleep = time.sleepFor(length, SleepKind::Relative);
    time.spinUntil(deadline, spin);
    return sleep;
}

/// Sleeps of at most `step` until `margin` before the deadline, then a spin. On Windows a timer that runs
/// longer than a tick is less exact.
inline void stepThenSpin(TimeSource& time, TimePoint deadline, Nanoseconds step,
                         Nanoseconds margin) noexcept {
    TimePoint now = time.now();
    while (deadline - now > margin && !time.stopRequested())
        now = time.sleepFor(std::min(deadline - now - margin, step), SleepKind::HighResolutionTimer).end;
    time.spinUntil(deadline, SpinKind::Pause);
}

/// Whether sleeps end on the system's tick, as on Windows. Peers that have a form for Windows then use it.
[[nodiscard]] inline bool wakesOnTicks(const TimeSource& time) noexcept {
    return time.tick(SleepKind::Relative) > 0ns;
}

/// A length of time as a parameter, in ns.
[[nodiscard]] inline ParameterInfo timeParameter(std::string_view name, std::string_view label,
                                                 double maximum, double standard, std::string_view meaning) {
    return {.name = name,
            .label = label,
            .unit = Unit::Time,
            .minimum = 0,
            .maximum = maximum,
            .standard = standard,
            .meaning = meaning};
}

} // namespace jitterscope
