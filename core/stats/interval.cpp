// SPDX-License-Identifier: MIT
#include "core/stats/interval.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

std::optional<Share> wilsonShare(std::int64_t hits, std::int64_t trials) noexcept {
    if (trials <= 0)
        return std::nullopt;
    constexpr double kZ = 1.959963984540054; // 97.5 % quantile of the standard normal distribution
    const auto n = static_cast<double>(trials);
    const double share = static_cast<double>(hits) / n;
    const double centre = (share + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
    const double half = kZ / (1 + kZ * kZ / n) * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
    // Rounding must not exclude the share itself.
    return Share{
        share,
        {std::min(share, std::max(0.0, centre - half)), std::max(share, std::min(1.0, centre + half))}};
}

Share shareDifference(const Share& a, const Share& b) noexcept {
    const double difference = a.value - b.value;
    // A square root, not std::hypot: it gives the same bits everywhere.
    const auto length = [](double x, double y) { return std::sqrt(x * x + y * y); };
    const double below = length(a.value - a.interval.low, b.interval.high - b.value);
    const double above = length(a.interval.high - a.value, b.value - b.interval.low);
    return {difference, {difference - below, difference + above}};
}

} // namespace jitterscope
