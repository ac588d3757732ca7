// SPDX-License-Identifier: MIT
#include "core/stats/block_length.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace jitterscope {
namespace {

/// Autocovariances of the values, lags 0 … `most`.
std::vector<double> autocovariances(std::span<const double> values, std::size_t most) {
    const auto n = static_cast<double>(values.size());
    double mean = 0;
    for (const double value : values)
        mean += value / n;
    std::vector<double> centred(values.begin(), values.end());
    for (double& value : centred)
        value -= mean;
    std::vector<double> covariances(most + 1);
    for (std::size_t lag = 0; lag <= most; ++lag) {
        double sum = 0;
        for (std::size_t i = lag; i < centred.size(); ++i)
            sum += centred[i] * centred[i - lag];
        covariances[lag] = sum / n;
    }
    return covariances;
}

/// The lag after which `quiet` autocorrelations in a row are too small to be told from none; if there is no
/// such lag, the last one that is not.
std::size_t lastCorrelated(const std::vector<double>& covariances, double small, std::size_t quiet,
                           std::size_t most) {
    std::size_t inARow = 0;
    std::size_t last = 0;
    for (std::size_t lag = 1; lag <= most; ++lag) {
        if (std::abs(covariances[lag]) < small * covariances[0]) {
            if (++inARow == quiet)
                return lag - quiet;
        } else {
            inARow = 0;
            last = lag;
        }
    }
    return last;
}

} // namespace

double automaticBlockLength(std::span<const double> values) {
    if (values.size() < 10 || std::ranges::min(values) == std::ranges::max(values))
        return 1;
    const auto n = static_cast<double>(values.size());
    const auto quiet = static_cast<std::size_t>(std::max(5.0, std::ceil(std::sqrt(std::log10(n)))));
    const std::size_t most =
        std::min(static_cast<std::size_t>(std::ceil(std::sqrt(n))) + quiet, values.size() - 1);
    const std::vector<double> covariances = autocovariances(values, most);
    if (!(covariances[0] > 0))
        return 1;
    const double small = 2 * std::sqrt(std::log10(n) / n);
    const std::size_t correlated = lastCorrelated(covariances, small, quiet, most);
    const std::size_t window = std::min(2 * std::max<std::size_t>(correlated, 1), most);
    double spectrum = covariances[0];
    double slope = 0;
    for (std::size_t lag = 1; lag <= window; ++lag) {
        const double part = static_cast<double>(lag) / static_cast<double>(window);
        const double weight = part <= 0.5 ? 1 : 2 * (1 - part); // flat-top
        spectrum += 2 * weight * covariances[lag];
        slope += 2 * weight * static_cast<double>(lag) * covariances[lag];
    }
    const double longest = std::ceil(std::min(3 * std::sqrt(n), n / 3));
    if (spectrum == 0)
        return longest;
    const double length = std::cbrt(1.5 * slope * slope / (spectrum * spectrum) * n);
    return std::clamp(length, 1.0, longest);
}

} // namespace jitterscope
