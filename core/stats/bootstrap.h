// SPDX-License-Identifier: MIT
#pragma once

#include "core/stats/interval.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

/// The median with a 95 % percentile-bootstrap interval (B. Efron, 1979; 2000 resamples, repeatable from
/// `seed`). Absent for no value; the interval of one value is the value.
struct MedianEstimate {
    double value = 0;
    Interval interval;
};
[[nodiscard]] std::optional<MedianEstimate> bootstrapMedian(std::vector<double> values, std::uint64_t seed);

/// Median of the values; their order is lost. At least one.
[[nodiscard]] double medianOf(std::vector<double>& values);

} // namespace jitterscope
