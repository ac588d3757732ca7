// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/stats/histogram.h"
#include "core/stats/moments.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The statistics of one quantity that tables, files and assertions show; ns. A value is absent if there are
/// too few samples: stddev needs 2, a percentile p needs 1/(1−p) (p90: 10, p99: 100, p99.9: 1000).
struct Summary {
    std::int64_t count = 0;
    std::optional<double> mean;
    std::optional<double> stddev;
    std::optional<double> min;
    std::optional<double> p50;
    std::optional<double> p90;
    std::optional<double> p99;
    std::optional<double> p99_9;
    std::optional<double> max;
};

/// A value of a Summary.
struct SummaryField {
    std::string_view name;  ///< in files: `p99_9`
    std::string_view label; ///< for people: `p99.9`
    std::optional<double> Summary::*figure;
    std::int64_t needs = 1; ///< samples
};
/// In file order: `mean`, `stddev`, `min`, `p50`, ….
[[nodiscard]] const std::array<SummaryField, 8>& summaryFields() noexcept;

/// A percentile of a Summary.
struct SummaryPercentile {
    double fraction;
    std::optional<double> Summary::*figure;
};
/// From the median on.
inline constexpr std::array<SummaryPercentile, 4> kSummaryPercentiles{
    {{0.5, &Summary::p50}, {0.9, &Summary::p90}, {0.99, &Summary::p99}, {0.999, &Summary::p99_9}}};

/// Number of samples that a percentile needs: 1 for p50, otherwise 1/(1−fraction).
[[nodiscard]] std::int64_t samplesNeeded(double fraction) noexcept;

/// Index of the nearest-rank percentile in `count` sorted values: element ⌈fraction · count⌉; count ≥ 1.
[[nodiscard]] std::size_t nearestRank(std::size_t count, double fraction) noexcept;

/// Exact statistics of held samples. `offset` is added to every value except the standard deviation (the
/// period, if the samples are deviations from it). Sorts its argument. If cancelled, it is unfinished.
[[nodiscard]] Summary exactSummary(std::vector<std::int64_t>& values, double offset = 0,
                                   const CancelFlag* cancel = nullptr);
/// Sets the percentiles for which there are enough values, by nearest rank. `sorted`: all the values.
void setPercentiles(Summary& summary, const std::vector<std::int64_t>& sorted, double offset = 0);

/// The distribution of one quantity, built on the fly in bounded memory.
class Distribution {
public:
    void add(std::int64_t value);
    void merge(const Distribution& other);

    [[nodiscard]] std::int64_t count() const noexcept { return m_moments.count(); }
    [[nodiscard]] const Histogram& histogram() const noexcept { return m_histogram; }
    [[nodiscard]] const Welford& moments() const noexcept { return m_moments; }
    [[nodiscard]] std::optional<std::int64_t> min() const noexcept;
    [[nodiscard]] std::optional<std::int64_t> max() const noexcept;
    /// Mean, stddev, min and max are exact. Percentiles are within 1/128 of the value, and within min … max.
    [[nodiscard]] Summary summary(double offset = 0) const;

private:
    Histogram m_histogram;
    Welford m_moments;
    std::int64_t m_min = 0;
    std::int64_t m_max = 0;
};

} // namespace jitterscope
