// SPDX-License-Identifier: MIT
#pragma once

#include "core/stats/histogram.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

struct Summary;

/// Exact percentiles of values that the caller holds, in one pass that may be done in pieces. A histogram of
/// the same values tells which bucket holds each percentile. Only the values in those buckets are collected.
/// So it is cheap enough for the numbers of a running measurement.
class PercentileSearch {
public:
    /// Prepares for the values now in `histogram`. Pass exactly those values to take().
    explicit PercentileSearch(const Histogram& histogram);

    void take(std::int64_t value) {
        for (Place& place : m_places) {
            if (value >= place.lower && value <= place.upper)
                place.values.push_back(value);
        }
    }
    /// Replaces the percentiles in `summary` by the exact ones. `offset` is added to each. Call once, after
    /// all values were taken.
    void applyTo(Summary& summary, double offset);

private:
    struct Place {
        double fraction = 0;
        std::int64_t lower = 1; ///< of the bucket; lower > upper: nothing is looked for
        std::int64_t upper = 0;
        std::size_t rank = 0; ///< within the bucket, from 0
        std::vector<std::int64_t> values;
    };
    std::array<Place, 4> m_places;
};

} // namespace jitterscope
