// SPDX-License-Identifier: MIT
#include "core/platform/clock_readings.h"
#include "core/platform/system_time.h"
#include "core/platform/windows/calls.h"
#include "core/platform/windows/cycle_time.h"
#include "core/platform/windows/library.h"
#include "core/platform/windows/suspended_time.h"

#include <array>
#include <cstdio>
#include <string>

namespace jitterscope {
namespace {

constexpr std::int64_t kUnitsTo1970 = 116'444'736'000'000'000; // of 100 ns, from 1601

std::int64_t counterFrequency() noexcept {
    static const std::int64_t frequency = [] {
        LARGE_INTEGER value{};
        return ::QueryPerformanceFrequency(&value) != 0 && value.QuadPart > 0 ? value.QuadPart : 1;
    }();
    return frequency;
}

/// Whole seconds apart from the rest: ticks · 10⁹ would overflow after a quarter of an hour at 10 MHz.
Nanoseconds counterTime() noexcept {
    constexpr std::int64_t kSecond = 1'000'000'000;
    LARGE_INTEGER count{};
    ::QueryPerformanceCounter(&count);
    const std::int64_t frequency = counterFrequency();
    return Nanoseconds(count.QuadPart / frequency * kSecond +
                       count.QuadPart % frequency * kSecond / frequency);
}

std::int64_t unitsOf(const FILETIME& time) noexcept {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(time.dwHighDateTime) << 32U |
                                     time.dwLowDateTime);
}

Nanoseconds sinceEpoch(const FILETIME& time) noexcept {
    return Nanoseconds((unitsOf(time) - kUnitsTo1970) * 100);
}

Nanoseconds wallTime() noexcept {
    FILETIME time{};
    ::GetSystemTimePreciseAsFileTime(&time);
    return sinceEpoch(time);
}

Nanoseconds coarseWallTime() noexcept {
    FILETIME time{};
    ::GetSystemTimeAsFileTime(&time);
    return sinceEpoch(time);
}

Nanoseconds tickCount() noexcept {
    return Nanoseconds(static_cast<std::int64_t>(::GetTickCount64()) * 1'000'000);
}

/// Those of every system first, then under the names that Windows' programs know.
constexpr std::array kClocks{
    SystemClock{"wall", "GetSystemTimePreciseAsFileTime", true, true, &wallTime},
    SystemClock{"monotonic", "QueryPerformanceCounter", false, true, &counterTime},
    SystemClock{"monotonic-coarse", "GetTickCount64", false, true, &tickCount},
    SystemClock{"performance-counter", "QueryPerformanceCounter", false, true, &counterTime},
    SystemClock{"tick-count", "GetTickCount64", false, true, &tickCount},
    SystemClock{"wall-coarse", "GetSystemTimeAsFileTime", true, true, &coarseWallTime},
    SystemClock{"unbiased", "QueryUnbiasedInterruptTime", false, true, &unbiasedInterruptTime},
    SystemClock{"thread-cpu", "QueryThreadCycleTime or GetThreadTimes", false, false, &threadCpuNow},
};

} // namespace

std::span<const SystemClock> systemClocks() noexcept {
    return kClocks;
}

/// QueryPerformanceCounter goes on while the machine sleeps, and no time server steers it.
ClockReadings readClocks() noexcept {
    ClockReadings now;
    const Nanoseconds asleep = suspendedTime();
    now.boot = counterTime();
    now.monotonic = now.boot - asleep;
    now.raw = now.monotonic;
    return now;
}

Nanoseconds timerResolution() noexcept {
    return windowsCalls().periods().now;
}

Nanoseconds tickLength() noexcept {
    return windowsCalls().periods().longest;
}

TimePoint systemNow() noexcept {
    return TimePoint(counterTime());
}

std::string clockSource() {
    return "QueryPerformanceCounter (" + std::to_string(counterFrequency()) + " Hz)";
}

std::string utcNow() {
    SYSTEMTIME now{};
    ::GetSystemTime(&now);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04u-%02u-%02uT%02u:%02u:%02uZ", unsigned{now.wYear},
                  unsigned{now.wMonth}, unsigned{now.wDay}, unsigned{now.wHour}, unsigned{now.wMinute},
                  unsigned{now.wSecond});
    return text.data();
}

} // namespace jitterscope
