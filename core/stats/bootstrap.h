// SPDX-License-Identifier: MIT
#pragma once

#include "core/stats/interval.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

/// The median with a 95 % percentile-bootstrap interval (B. Efron, 1979; 2000 resamples, reproducible from
/// `seed`). Absent if there are no values. The interval of a single value is that value.
struct MedianEstimate {
    double value = 0;
    Interval interval;
};
[[nodiscard]] std::optional<MedianEstimate> bootstrapMedian(std::vector<double> values, std::uint64_t seed);

/// The median of at least one value. Reorders its argument.
[[nodiscard]] double medianOf(std::vector<double>& values);

} // namespace jitterscope
