// SPDX-License-Identifier: MIT
#include "core/platform/clock_readings.h"
#include "core/platform/system_time.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace jitterscope {

ClockCharacter measureClock(const SystemClock& clock) noexcept {
    constexpr int kReadings = 2000;
    constexpr int kBurst = 256;
    // Long enough for a coarse clock to move.
    const Nanoseconds longest = std::max(Nanoseconds{20'000'000}, 3 * tickLength());
    ClockCharacter character;
    const TimePoint begin = systemNow();
    for (int i = 0; i < kReadings; ++i)
        (void)clock.read();
    character.cost = static_cast<double>((systemNow() - begin).count()) / kReadings;
    std::int64_t smallest = 0; // 0: it has not moved yet
    std::int64_t common = 0;   // the greatest common divisor of all differences
    for (const TimePoint end = systemNow() + longest; systemNow() < end;) {
        Nanoseconds last = clock.read();
        for (int i = 0; i < kBurst; ++i) {
            const Nanoseconds now = clock.read();
            if (const std::int64_t step = (now - last).count(); step > 0) {
                smallest = smallest == 0 ? step : std::min(smallest, step);
                common = std::gcd(common, step);
            }
            last = now;
        }
    }
    // If its step is shorter than a reading, no difference is the step itself, but all are multiples of it.
    const bool coarse = static_cast<double>(smallest) > 10 * character.cost;
    character.granularity = Nanoseconds(coarse ? smallest : common);
    return character;
}

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

} // namespace jitterscope
