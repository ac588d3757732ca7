// SPDX-License-Identifier: MIT
#include "core/stats/bootstrap.h"

#include "core/base/random.h"

#include <algorithm>

namespace jitterscope {

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
