// SPDX-License-Identifier: MIT
#include "core/stats/judder.h"

#include "core/stats/second_around.h"

#include <algorithm>

namespace jitterscope {

std::vector<std::int64_t> judders(std::span<const std::int64_t> frameTimes) {
    std::vector<std::int64_t> found(frameTimes.size());
    visitSecondsAround(frameTimes, [&](std::size_t i, double mean) {
        if (i + 1 == frameTimes.size())
            return;
        const auto [shorter, longer] =
            std::minmax({static_cast<double>(frameTimes[i]), static_cast<double>(frameTimes[i + 1])});
        found[i] = longer - shorter > kJudderApart * (shorter + longer) / 2 && shorter < mean && mean < longer
                       ? 1
                       : 0;
    });
    return found;
}

std::optional<double> judderShare(std::span<const std::int64_t> frameTimes) {
    if (frameTimes.size() < 2)
        return std::nullopt;
    const std::vector<std::int64_t> each = judders(frameTimes);
    return static_cast<double>(std::ranges::count(each, 1)) / static_cast<double>(each.size());
}

} // namespace jitterscope
