// SPDX-License-Identifier: MIT
#pragma once

#include "core/stats/histogram.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

struct Summary;

/// Exact percentiles of values that somebody else holds, by one walk over them that may be taken in pieces: a
/// histogram of the same values tells in which bucket each percentile lies, and only what falls into those is
/// gathered. Cheap enough for the numbers of a run that goes on.
class PercentileSearch {
public:
    /// Of the values that `histogram` holds now; exactly those must then be taken.
    explicit PercentileSearch(const Histogram& histogram);

    void take(std::int64_t value) {
        for (Place& place : m_places) {
            if (value >= place.lower && value <= place.upper)
                place.values.push_back(value);
        }
    }
    /// Replaces the percentiles that `summary` has by the exact ones. `offset` is added to each. After all
    /// values were taken, once.
    void applyTo(Summary& summary, double offset);

private:
    struct Place {
        double fraction = 0;
        std::int64_t lower = 1; ///< of the bucket; empty where nothing is looked for
        std::int64_t upper = 0;
        std::size_t rank = 0; ///< within the bucket, from 0
        std::vector<std::int64_t> values;
    };
    std::array<Place, 4> m_places;
};

} // namespace jitterscope
