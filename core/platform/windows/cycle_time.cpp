// SPDX-License-Identifier: MIT
#include "core/platform/windows/cycle_time.h"

#include "core/platform/system_time.h"

#include <algorithm>

namespace jitterscope {
namespace {

std::optional<ULONG64> cyclesOf(HANDLE thread) noexcept {
    ULONG64 cycles = 0;
    return ::QueryThreadCycleTime(thread, &cycles) != 0 && cycles > 0 ? std::optional(cycles) : std::nullopt;
}

/// Cycles a nanosecond; 0: they are not counted. The quickest of several short stretches is the one in which
/// the thread did not lose the processor.
double measuredCyclesPerNanosecond() noexcept {
    constexpr int kStretches = 8;
    constexpr Nanoseconds kStretch{250'000};
    double most = 0;
    for (int i = 0; i < kStretches; ++i) {
        const auto before = cyclesOf(::GetCurrentThread());
        const TimePoint begin = systemNow();
        TimePoint now = begin;
        while (now - begin < kStretch)
            now = systemNow();
        const auto after = cyclesOf(::GetCurrentThread());
        if (!before || !after || *after <= *before)
            return 0;
        most = std::max(most,
                        static_cast<double>(*after - *before) / static_cast<double>((now - begin).count()));
    }
    return most;
}

double cyclesPerNanosecond() noexcept {
    static const double rate = measuredCyclesPerNanosecond();
    return rate;
}

Nanoseconds sumOf(const FILETIME& kernel, const FILETIME& user) noexcept {
    const auto units = [](const FILETIME& time) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(time.dwHighDateTime) << 32U |
                                         time.dwLowDateTime);
    };
    return Nanoseconds((units(kernel) + units(user)) * 100);
}

} // namespace

std::optional<Nanoseconds> threadCpuOf(HANDLE thread) noexcept {
    if (const double rate = cyclesPerNanosecond(); rate > 0) {
        const auto cycles = cyclesOf(thread);
        return cycles ? std::optional(
                            Nanoseconds(static_cast<std::int64_t>(static_cast<double>(*cycles) / rate)))
                      : std::nullopt;
    }
    FILETIME created{};
    FILETIME ended{};
    FILETIME kernel{};
    FILETIME user{};
    if (::GetThreadTimes(thread, &created, &ended, &kernel, &user) == 0)
        return std::nullopt;
    return sumOf(kernel, user);
}

std::optional<Nanoseconds> processCpuOf(HANDLE process) noexcept {
    FILETIME created{};
    FILETIME ended{};
    FILETIME kernel{};
    FILETIME user{};
    if (::GetProcessTimes(process, &created, &ended, &kernel, &user) == 0)
        return std::nullopt;
    return sumOf(kernel, user);
}

Nanoseconds threadCpuNow() noexcept {
    return threadCpuOf(::GetCurrentThread()).value_or(Nanoseconds{0});
}

} // namespace jitterscope
