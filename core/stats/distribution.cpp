// SPDX-License-Identifier: MIT
#include "core/stats/distribution.h"

#include "core/stats/sort_values.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

const std::array<SummaryField, 8>& summaryFields() noexcept {
    static const std::array<SummaryField, 8> kFields{{
        {"mean", "mean", &Summary::mean},
        {"stddev", "stddev", &Summary::stddev, 2},
        {"min", "min", &Summary::min},
        {"p50", "p50", &Summary::p50},
        {"p90", "p90", &Summary::p90, samplesNeeded(0.9)},
        {"p99", "p99", &Summary::p99, samplesNeeded(0.99)},
        {"p99_9", "p99.9", &Summary::p99_9, samplesNeeded(0.999)},
        {"max", "max", &Summary::max},
    }};
    return kFields;
}

std::int64_t samplesNeeded(double fraction) noexcept {
    return fraction <= 0.5 ? 1 : static_cast<std::int64_t>(std::llround(1.0 / (1.0 - fraction)));
}

std::size_t nearestRank(std::size_t count, double fraction) noexcept {
    const double wanted = std::ceil(fraction * static_cast<double>(count));
    const auto rank = static_cast<std::size_t>(std::max(wanted, 1.0));
    return std::min(rank, count) - 1;
}

namespace {

/// Fills the percentiles for which `count` samples are enough, each from `at(fraction)`.
template <typename At>
void fillPercentiles(Summary& summary, double offset, At&& at) {
    const auto figure = [&](double fraction) -> std::optional<double> {
        if (summary.count < samplesNeeded(fraction))
            return std::nullopt;
        const std::optional<std::int64_t> value = at(fraction);
        return value ? std::optional(offset + static_cast<double>(*value)) : std::nullopt;
    };
    for (const SummaryPercentile& each : kSummaryPercentiles)
        summary.*each.figure = figure(each.fraction);
}

} // namespace

Summary exactSummary(std::vector<std::int64_t>& values, double offset, const CancelFlag* cancel) {
    constexpr std::size_t kBetweenLooks = std::size_t{1} << 20U;
    Welford moments;
    for (std::size_t first = 0; first < values.size() && !isCancelled(cancel); first += kBetweenLooks) {
        const std::size_t last = std::min(first + kBetweenLooks, values.size());
        for (std::size_t i = first; i < last; ++i)
            moments.add(static_cast<double>(values[i]));
    }
    Summary summary;
    summary.count = moments.count();
    if (values.empty() || !sortValues(values, cancel))
        return summary;
    summary.mean = offset + *moments.mean();
    summary.stddev = moments.stddev();
    summary.min = offset + static_cast<double>(values.front());
    summary.max = offset + static_cast<double>(values.back());
    setPercentiles(summary, values, offset);
    return summary;
}

void setPercentiles(Summary& summary, const std::vector<std::int64_t>& sorted, double offset) {
    fillPercentiles(summary, offset, [&](double fraction) -> std::optional<std::int64_t> {
        return sorted.empty() ? std::nullopt : std::optional(sorted[nearestRank(sorted.size(), fraction)]);
    });
}

void Distribution::add(std::int64_t value) {
    m_min = count() == 0 ? value : std::min(m_min, value);
    m_max = count() == 0 ? value : std::max(m_max, value);
    m_histogram.add(value);
    m_moments.add(static_cast<double>(value));
}

void Distribution::merge(const Distribution& other) {
    if (other.count() == 0)
        return;
    m_min = count() == 0 ? other.m_min : std::min(m_min, other.m_min);
    m_max = count() == 0 ? other.m_max : std::max(m_max, other.m_max);
    m_histogram.merge(other.m_histogram);
    m_moments.merge(other.m_moments);
}

std::optional<std::int64_t> Distribution::min() const noexcept {
    return count() > 0 ? std::optional(m_min) : std::nullopt;
}

std::optional<std::int64_t> Distribution::max() const noexcept {
    return count() > 0 ? std::optional(m_max) : std::nullopt;
}

Summary Distribution::summary(double offset) const {
    Summary summary;
    summary.count = count();
    if (summary.count == 0)
        return summary;
    summary.mean = offset + *m_moments.mean();
    summary.stddev = m_moments.stddev();
    summary.min = offset + static_cast<double>(m_min);
    summary.max = offset + static_cast<double>(m_max);
    fillPercentiles(summary, offset, [&](double fraction) -> std::optional<std::int64_t> {
        const auto value = m_histogram.percentile(fraction);
        return value ? std::optional(std::clamp(*value, m_min, m_max)) : std::nullopt;
    });
    return summary;
}

} // namespace jitterscope
