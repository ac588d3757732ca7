// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/stats/interval.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace jitterscope {

// Intervals for statistics of values that follow each other in time and so are not independent. The method is
// the circular form of the moving-block bootstrap (H. R. Künsch, Annals of Statistics 17, 1989; D. N. Politis
// and J. P. Romano, 1992). All of it is arithmetic and reproducible from a seed; no clock. Any thread.

/// A statistic of a series.
struct SeriesStatistic {
    enum class Kind : std::uint8_t {
        Mean,
        StandardDeviation,
        Quantile,    ///< nearest rank; `argument` is the fraction, in (0, 1)
        Longest,     ///< the largest value; it has no interval
        ShareBeyond, ///< the share of the values above `argument`
        TailMean,    ///< the mean of the largest values, which are the share 1 − `argument` of all
        TailBySum,   ///< the smallest of those largest values whose sum is the share 1 − `argument` of all
        OffZero,     ///< as the standard deviation, but about zero instead of the mean
    };
    Kind kind = Kind::Mean;
    double argument = 0;

    /// How many values the statistic needs: 1; 1/(1 − fraction) in the tail; 2 for the standard deviation.
    [[nodiscard]] std::int64_t valuesNeeded() const noexcept;
    /// How many values its interval needs: ten on the thinner side of a quantile, and at least twenty. 0: it
    /// has no interval.
    [[nodiscard]] std::int64_t valuesNeededForInterval() const noexcept;
    /// Whether it is the same in any order of the values, so that they need not be sorted.
    [[nodiscard]] bool ofAnyOrder() const noexcept;
};

/// The value of a statistic, and its value in each resample.
struct ResampledStatistic {
    std::optional<double> value;   ///< absent: too few values
    std::vector<double> resamples; ///< empty: too few values for an interval
    /// How many successive values are worth one independent value for this statistic; at least 1.
    double valuesPerIndependent = 1;
};

struct BootstrapSetting {
    std::size_t blockLength = 1; ///< in values; ≥ 1
    std::size_t resamples = 2000;
    std::uint64_t seed = 1;
    /// Lengths of the recordings that the series is made of, in their order. If there are at least
    /// kLeastParts, whole recordings are drawn, so that the interval includes what differs between
    /// recordings. One fewer is drawn than there are, which makes the variance unbiased (P. J. McCarthy and
    /// C. B. Snowden, 1985).
    std::vector<std::size_t> parts{};

    static constexpr std::size_t kLeastParts = 5;
    [[nodiscard]] bool byParts() const noexcept { return parts.size() >= kLeastParts; }
};

/// Values in their order, and sorted once for all statistics. The span's values must outlive it.
class SortedSeries {
public:
    SortedSeries() = default;
    /// If cancelled, it is empty.
    explicit SortedSeries(std::span<const std::int64_t> values, const CancelFlag* cancel = nullptr);

    [[nodiscard]] std::span<const std::int64_t> values() const noexcept { return m_values; }
    [[nodiscard]] const std::vector<std::int64_t>& sorted() const noexcept { return m_sorted; }

private:
    std::span<const std::int64_t> m_values;
    std::vector<std::int64_t> m_sorted;
};

/// The statistic of the series. Absent: too few values.
[[nodiscard]] std::optional<double> valueOf(const SortedSeries& series, const SeriesStatistic& statistic);
/// The same of values that are sorted.
[[nodiscard]] std::optional<double> valueOfSorted(std::span<const std::int64_t> sorted,
                                                  const SeriesStatistic& statistic);
/// The same of values in any order. They are copied and sorted only if the statistic needs it.
[[nodiscard]] std::optional<double> valueOfUnsorted(std::span<const std::int64_t> values,
                                                    const SeriesStatistic& statistic);

/// The block length for these values: the longest that one of the statistics asks for, and at least ∛n. Each
/// asks for automaticBlockLength() of what one value does to it: for a quantile whether the value is above
/// it, for the mean the value itself.
[[nodiscard]] std::size_t blockLengthFor(const SortedSeries& series,
                                         std::span<const SeriesStatistic> statistics,
                                         const CancelFlag* cancel = nullptr);

/// The statistics of a series, in their order, with their resamples.
/// * Series of the same length, resampled with the same setting, draw the same blocks. So what happened
///   together stays together.
/// * Values are exact. Resamples know a quantile to a tenth of its distance from the value, in ranks. Blocks
///   of long series begin at one of 2048 places. So the cost hardly grows with the length.
/// * If cancelled, the result is unfinished.
[[nodiscard]] std::vector<ResampledStatistic> resample(const SortedSeries& series,
                                                       std::span<const SeriesStatistic> statistics,
                                                       const BootstrapSetting& setting,
                                                       const CancelFlag* cancel = nullptr);

/// Blocks are too short for values that stay correlated for long. This spreads the resamples out about the
/// value, by what blocks of this length miss of the variance and by Student's t for the number of independent
/// stretches. It also sets `valuesPerIndependent`. Resamples of nearly independent values stay as they are.
void spreadForDependence(ResampledStatistic& result, const SortedSeries& series,
                         const SeriesStatistic& statistic, std::size_t blockLength);

/// The interval that holds the middle `level` (0 … 1) of the resamples. Reorders them; at least one.
[[nodiscard]] Interval middleInterval(std::vector<double>& resamples, double level);

/// Simultaneous intervals: the share `level` (0 … 1) of the resamples lies within all of them. Each interval
/// leaves out as many resamples at its ends as the others (R. Beran, Balanced simultaneous confidence sets,
/// JASA 83, 1988). `resamples[k][i]`: statistic k in resample i; all of one length.
[[nodiscard]] std::vector<Interval> simultaneousIntervals(std::span<const std::vector<double>> resamples,
                                                          double level);

} // namespace jitterscope
