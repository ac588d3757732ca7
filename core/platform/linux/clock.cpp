// SPDX-License-Identifier: MIT
#include "core/platform/clock_readings.h"
#include "core/platform/system_time.h"

#include <array>
#include <fstream>
#include <string>
#include <time.h>

namespace jitterscope {
namespace {

Nanoseconds fromTimespec(const timespec& time) noexcept {
    return Nanoseconds(static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
}

Nanoseconds timeOf(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return fromTimespec(time);
}

Nanoseconds resolutionOf(clockid_t clock) noexcept {
    timespec step{};
    return clock_getres(clock, &step) == 0 ? fromTimespec(step) : Nanoseconds{0};
}

template <clockid_t kClock>
Nanoseconds readingOf() noexcept {
    return timeOf(kClock);
}

constexpr std::array kClocks{
    SystemClock{"wall", "CLOCK_REALTIME", true, true, &readingOf<CLOCK_REALTIME>},
    SystemClock{"monotonic", "CLOCK_MONOTONIC", false, true, &readingOf<CLOCK_MONOTONIC>},
    SystemClock{"monotonic-coarse", "CLOCK_MONOTONIC_COARSE", false, true,
                &readingOf<CLOCK_MONOTONIC_COARSE>},
    SystemClock{"monotonic-raw", "CLOCK_MONOTONIC_RAW", false, true, &readingOf<CLOCK_MONOTONIC_RAW>},
    SystemClock{"boot", "CLOCK_BOOTTIME", false, true, &readingOf<CLOCK_BOOTTIME>},
    SystemClock{"thread-cpu", "CLOCK_THREAD_CPUTIME_ID", false, false, &readingOf<CLOCK_THREAD_CPUTIME_ID>},
};

} // namespace

std::span<const SystemClock> systemClocks() noexcept {
    return kClocks;
}

/// The difference of the clocks counts, so the quickest of some tries: an interruption in between would look
/// like a slew.
ClockReadings readClocks() noexcept {
    constexpr int kTries = 5;
    ClockReadings best;
    Nanoseconds shortest = Nanoseconds::max();
    for (int i = 0; i < kTries; ++i) {
        ClockReadings now;
        now.monotonic = timeOf(CLOCK_MONOTONIC);
        now.raw = timeOf(CLOCK_MONOTONIC_RAW);
        now.boot = timeOf(CLOCK_BOOTTIME);
        const Nanoseconds took = timeOf(CLOCK_MONOTONIC) - now.monotonic;
        if (took < shortest) {
            shortest = took;
            best = now;
        }
    }
    return best;
}

Nanoseconds timerResolution() noexcept {
    return resolutionOf(CLOCK_MONOTONIC);
}

Nanoseconds tickLength() noexcept {
    return resolutionOf(CLOCK_MONOTONIC_COARSE);
}

std::string clockSource() {
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string name;
    std::getline(file, name);
    return name.empty() ? "CLOCK_MONOTONIC" : "CLOCK_MONOTONIC (" + name + ")";
}

std::string utcNow() {
    const time_t seconds = time(nullptr);
    tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    const std::size_t length = strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return std::string(text.data(), length);
}

} // namespace jitterscope
