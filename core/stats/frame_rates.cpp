// SPDX-License-Identifier: MIT
#include "core/stats/frame_rates.h"

#include <cmath>
#include <cstddef>

namespace jitterscope {

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
