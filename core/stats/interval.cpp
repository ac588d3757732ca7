// SPDX-License-Identifier: MIT
#include "core/stats/interval.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {

namespace {

constexpr double kZ = 1.959963984540054; // 97.5 % quantile of the standard normal distribution

/// Wilson's interval around `share` of `n` trials, which need not be a whole number.
Share wilson(double share, double n) noexcept {
    const double centre = (share + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
    const double half = kZ / (1 + kZ * kZ / n) * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
    // Rounding must not exclude the share itself.
    return Share{
        share,
        {std::min(share, std::max(0.0, centre - half)), std::max(share, std::min(1.0, centre + half))}};
}

/// 97.5 % quantile of Student's distribution with `freedom` ≥ 1 degrees of freedom (tables; beyond 30 by the
/// expansion of E. A. Cornish and R. A. Fisher, 1938, exact to 0.001).
double studentQuantile(std::size_t freedom) noexcept {
    constexpr std::array kTable{12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
    if (freedom <= kTable.size())
        return kTable[freedom - 1];
    const auto n = static_cast<double>(freedom);
    return kZ + (kZ * kZ * kZ + kZ) / (4 * n);
}

} // namespace

std::optional<Share> wilsonShare(std::int64_t hits, std::int64_t trials) noexcept {
    if (trials <= 0)
        return std::nullopt;
    const auto n = static_cast<double>(trials);
    return wilson(static_cast<double>(hits) / n, n);
}

std::optional<Share> blockShare(std::span<const BlockCount> blocks) noexcept {
    double hits = 0;
    double trials = 0;
    for (const BlockCount& block : blocks) {
        hits += static_cast<double>(block.hits);
        trials += static_cast<double>(block.trials);
    }
    if (trials <= 0)
        return std::nullopt;
    const double share = hits / trials;
    double spread = 0;
    for (const BlockCount& block : blocks) {
        const double beyond = static_cast<double>(block.hits) - share * static_cast<double>(block.trials);
        spread += beyond * beyond;
    }
    const double binomial = share * (1 - share) * trials;
    double effect = 1;
    if (blocks.size() > 1 && binomial > 0) {
        const auto count = static_cast<double>(blocks.size());
        effect = std::max(1.0, spread * count / (count - 1) / binomial);
    }
    return wilson(share, std::max(trials / effect, 1.0));
}

std::optional<Share> meanDifference(std::span<const double> differences) noexcept {
    if (differences.size() < 2)
        return std::nullopt;
    const auto count = static_cast<double>(differences.size());
    double mean = 0;
    for (const double difference : differences)
        mean += difference / count;
    double squares = 0;
    for (const double difference : differences)
        squares += (difference - mean) * (difference - mean);
    const double half = studentQuantile(differences.size() - 1) * std::sqrt(squares / (count - 1) / count);
    return Share{mean, {mean - half, mean + half}};
}

Share shareDifference(const Share& a, const Share& b) noexcept {
    const double difference = a.value - b.value;
    // A square root, not std::hypot: it gives the same bits everywhere.
    const auto length = [](double x, double y) { return std::sqrt(x * x + y * y); };
    const double below = length(a.value - a.interval.low, b.interval.high - b.value);
    const double above = length(a.interval.high - a.value, b.value - b.interval.low);
    return {difference, {difference - below, difference + above}};
}

double medianOf(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::optional<MedianEstimate> bootstrapMedian(std::vector<double> values, std::uint64_t seed) {
    if (values.empty())
        return std::nullopt;
    constexpr std::size_t kResamples = 2000;
    Random random(seed);
    std::vector<double> medians;
    medians.reserve(kResamples);
    std::vector<double> resample(values.size());
    for (std::size_t i = 0; i < kResamples; ++i) {
        for (double& value : resample)
            value = values[random.below(values.size())];
        medians.push_back(medianOf(resample));
    }
    std::sort(medians.begin(), medians.end());
    return MedianEstimate{medianOf(values),
                          {medians[kResamples * 25 / 1000], medians[kResamples * 975 / 1000 - 1]}};
}

} // namespace jitterscope
