// SPDX-License-Identifier: MIT
#include "core/stats/smoothness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

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

std::vector<std::int64_t> stutterTimes(std::span<const std::int64_t> frameTimes) {
    std::vector<std::int64_t> stutters(frameTimes.size());
    visitSecondsAround(frameTimes, [&](std::size_t i, double mean) {
        if (static_cast<double>(frameTimes[i]) > kStutterFactor * mean)
            stutters[i] = frameTimes[i];
    });
    return stutters;
}

std::vector<std::int64_t> rateDeviations(std::span<const std::int64_t> frameTimes) {
    constexpr double kWindow = 500;
    const auto rateOf = [&](std::size_t i) {
        return frameTimes[i] > 0 ? 1e9 / static_cast<double>(frameTimes[i]) : 0.0;
    };
    std::vector<std::int64_t> deviations(frameTimes.size());
    std::size_t first = 0;
    double sum = 0; // of the rates from `first` to `i`
    for (std::size_t i = 0; i < frameTimes.size(); ++i) {
        const double rate = rateOf(i);
        sum += rate;
        while (first < i && sum - rateOf(first) >= kWindow)
            sum -= rateOf(first++);
        if (first == i)
            sum = rate; // without the rounding error of the sum
        deviations[i] = std::llround(1e9 * (rate - sum / static_cast<double>(i - first + 1)));
    }
    return deviations;
}

} // namespace jitterscope
