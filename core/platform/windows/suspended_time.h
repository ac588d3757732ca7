// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

namespace jitterscope {

/// How long the machine has been suspended since it started: interrupt time less unbiased interrupt time; 0
/// where Windows tells neither (before Windows 10). Inside platform/windows only.
[[nodiscard]] Nanoseconds suspendedTime() noexcept;

/// The clock that stands still while the machine is suspended; 0: not told. Steps of the timer's period.
[[nodiscard]] Nanoseconds unbiasedInterruptTime() noexcept;

/// Interrupt time less unbiased interrupt time, of two functions that read them. A tick between two readings
/// would look like a suspend as long as it. So it reads until none has come; after 16 times it returns what
/// is too short by a tick rather than too long.
template <typename Unbiased, typename Interrupt>
[[nodiscard]] Nanoseconds suspendedWithinTick(Unbiased unbiased, Interrupt interrupt) {
    constexpr int kMostTries = 16;
    Nanoseconds before = unbiased();
    Nanoseconds asleep{0};
    for (int i = 0; i < kMostTries; ++i) {
        const Nanoseconds whole = interrupt();
        const Nanoseconds after = unbiased();
        asleep = whole - after;
        if (after == before)
            break;
        before = after;
    }
    return asleep;
}

} // namespace jitterscope
