// SPDX-License-Identifier: MIT
#include "core/stats/stutter.h"

#include <cstddef>

namespace jitterscope {

std::vector<std::int64_t> stutterTimes(std::span<const std::int64_t> frameTimes) {
    constexpr double kHalfSecond = 5e8;
    std::vector<std::int64_t> stutters(frameTimes.size());
    // The window [first, end) and where it begins and ends; times from the first frame, in ns.
    std::size_t first = 0;
    std::size_t end = 0;
    double firstEnds = 0;
    double endBegins = 0;
    double begins = 0;
    for (std::size_t i = 0; i < frameTimes.size(); ++i) {
        const auto time = static_cast<double>(frameTimes[i]);
        const double middle = begins + time / 2;
        if (i == 0)
            firstEnds = time;
        while (end < frameTimes.size() && (end <= i || endBegins < middle + kHalfSecond))
            endBegins += static_cast<double>(frameTimes[end++]);
        while (first < i && firstEnds < middle - kHalfSecond)
            firstEnds += static_cast<double>(frameTimes[++first]);
        const double within = endBegins - (firstEnds - static_cast<double>(frameTimes[first]));
        if (time > kStutterFactor * within / static_cast<double>(end - first))
            stutters[i] = frameTimes[i];
        begins += time;
    }
    return stutters;
}

} // namespace jitterscope
