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
    constexpr Nanoseconds kBetweenTwoReadings{50'000'000}; // a tick may come between them
    if (call == nullptr)
        return Nanoseconds{0};
    const Nanoseconds unbiased = unbiasedInterruptTime();
    ULONGLONG units = 0;
    call(&units);
    const Nanoseconds asleep = Nanoseconds(static_cast<std::int64_t>(units) * 100) - unbiased;
    return unbiased > Nanoseconds{0} && asleep > kBetweenTwoReadings ? asleep : Nanoseconds{0};
}

} // namespace jitterscope
