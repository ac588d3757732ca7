// SPDX-License-Identifier: MIT
#include "core/platform/system_time.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <time.h>

namespace jitterscope {
namespace {

std::string clockSource() {
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string name;
    std::getline(file, name);
    return name.empty() ? "CLOCK_MONOTONIC" : "CLOCK_MONOTONIC (" + name + ")";
}

} // namespace

ClockFacts measureClock() {
    constexpr int kBatches = 21;
    constexpr int kReads = 500;
    std::array<double, kBatches> costs{};
    std::int64_t resolution = INT64_MAX;
    for (double& cost : costs) {
        const TimePoint begin = systemNow();
        TimePoint last = begin;
        for (int i = 0; i < kReads; ++i) {
            const TimePoint now = systemNow();
            if (now > last)
                resolution = std::min<std::int64_t>(resolution, (now - last).count());
            last = now;
        }
        cost = static_cast<double>((last - begin).count()) / kReads;
    }
    std::nth_element(costs.begin(), costs.begin() + kBatches / 2, costs.end());
    return {clockSource(), costs[kBatches / 2], resolution == INT64_MAX ? 0 : resolution};
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
