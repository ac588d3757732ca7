// SPDX-License-Identifier: MIT
#include "core/stats/block_length.h"

#include "core/base/portable_math.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
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

/// The lag after which `quiet` autocorrelations in a row are too small to be told from zero. If there is no
/// such lag, the last lag whose autocorrelation is larger.
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
    const auto quiet = static_cast<std::size_t>(std::max(5.0, std::ceil(std::sqrt(portable::log10(n)))));
    const std::size_t most =
        std::min(static_cast<std::size_t>(std::ceil(std::sqrt(n))) + quiet, values.size() - 1);
    const std::vector<double> covariances = autocovariances(values, most);
    if (!(covariances[0] > 0))
        return 1;
    const double small = 2 * std::sqrt(portable::log10(n) / n);
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
    const double length = portable::cbrt(1.5 * slope * slope / (spectrum * spectrum) * n);
    return std::clamp(length, 1.0, longest);
}

double valuesPerIndependent(std::span<const double> values) {
    constexpr std::size_t kLeastInBatch = 4;
    double most = 1;
    for (std::size_t batches = 8; batches <= 64 && values.size() / batches >= kLeastInBatch; batches *= 2)
        most = std::max(most, valuesPerIndependent(values, values.size() / batches));
    return most;
}

double valuesPerIndependent(std::span<const double> values, std::size_t batch) {
    const std::size_t batches = values.size() / batch;
    if (batches < 2)
        return 1;
    const auto n = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    double ofMeans = 0;
    for (std::size_t i = 0; i < batches; ++i) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * batch);
        const double sum = std::accumulate(first, first + static_cast<std::ptrdiff_t>(batch), 0.0);
        const double difference = sum / static_cast<double>(batch) - mean;
        ofMeans += difference * difference;
    }
    const double variance = ofMeans / static_cast<double>(batches - 1);
    return squares > 0 ? std::max(1.0, variance * static_cast<double>(batch) * n / squares) : 1;
}

} // namespace jitterscope
