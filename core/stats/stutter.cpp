// SPDX-License-Identifier: MIT
#include "core/stats/stutter.h"

#include "core/stats/second_around.h"

namespace jitterscope {

std::vector<std::int64_t> stutterTimes(std::span<const std::int64_t> frameTimes) {
    std::vector<std::int64_t> stutters(frameTimes.size());
    visitSecondsAround(frameTimes, [&](std::size_t i, double mean) {
        if (static_cast<double>(frameTimes[i]) > kStutterFactor * mean)
            stutters[i] = frameTimes[i];
    });
    return stutters;
}

} // namespace jitterscope
