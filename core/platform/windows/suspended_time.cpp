// SPDX-License-Identifier: MIT
#include "core/platform/windows/suspended_time.h"

#include "core/platform/windows/library.h"

#include <algorithm>
#include <cstdint>

namespace jitterscope {

Nanoseconds unbiasedInterruptTime() noexcept {
    ULONGLONG units = 0;
    return ::QueryUnbiasedInterruptTime(&units) != 0 ? Nanoseconds(static_cast<std::int64_t>(units) * 100)
                                                     : Nanoseconds{0};
}

Nanoseconds suspendedTime() noexcept {
    using Call = void(WINAPI*)(ULONGLONG*);
    static const auto call = systemFunction<Call>(L"kernelbase.dll", "QueryInterruptTime");
    constexpr Nanoseconds kShortest{50'000'000}; // no suspend is as short
    if (call == nullptr || unbiasedInterruptTime() == Nanoseconds{0})
        return Nanoseconds{0};
    const Nanoseconds asleep = suspendedWithinTick(&unbiasedInterruptTime, [] {
        ULONGLONG units = 0;
        call(&units);
        return Nanoseconds(static_cast<std::int64_t>(units) * 100);
    });
    return asleep > kShortest ? asleep : Nanoseconds{0};
}

} // namespace jitterscope
