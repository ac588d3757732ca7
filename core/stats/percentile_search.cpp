// SPDX-License-Identifier: MIT
#include "core/stats/percentile_search.h"

#include "core/stats/distribution.h"

#include <algorithm>

namespace jitterscope {
PercentileSearch::PercentileSearch(const Histogram& histogram) {
    const std::vector<Histogram::Bucket> buckets = histogram.buckets();
    for (std::size_t i = 0; i < kSummaryPercentiles.size(); ++i) {
        m_places[i].fraction = kSummaryPercentiles[i].fraction;
        if (histogram.count() == 0)
            continue;
        std::size_t rank =
            nearestRank(static_cast<std::size_t>(histogram.count()), kSummaryPercentiles[i].fraction);
        for (const Histogram::Bucket& bucket : buckets) {
            if (rank < bucket.count) {
                m_places[i].lower = bucket.lower;
                m_places[i].upper = bucket.upper;
                m_places[i].rank = rank;
                break;
            }
            rank -= static_cast<std::size_t>(bucket.count);
        }
    }
}

void PercentileSearch::applyTo(Summary& summary, double offset) {
    for (std::size_t i = 0; i < kSummaryPercentiles.size(); ++i) {
        Place& place = m_places[i];
        std::optional<double>& figure = summary.*kSummaryPercentiles[i].figure;
        if (!figure || place.rank >= place.values.size())
            continue;
        const auto at = place.values.begin() + static_cast<std::ptrdiff_t>(place.rank);
        std::nth_element(place.values.begin(), at, place.values.end());
        figure = offset + static_cast<double>(*at);
    }
}

} // namespace jitterscope
