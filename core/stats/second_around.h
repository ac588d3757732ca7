// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace jitterscope {

/// Calls `visit(i, mean)` for each frame, in order. `mean` is that of the second around the frame, ns: of all
/// frames that lie, at least in part, within half a second of its middle. The frame itself is one of them.
/// O(n), no clock.
template <typename Visit>
void visitSecondsAround(std::span<const std::int64_t> frameTimes, const Visit& visit) {
    constexpr double kHalfSecond = 5e8;
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
        visit(i, within / static_cast<double>(end - first));
        begins += time;
    }
}

} // namespace jitterscope
