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

// Intervals for statistics of values that follow each other in time and so are not independent: the circular
// form of the moving-block bootstrap (H. R. Künsch, Annals of Statistics 17, 1989; D. N. Politis and
// J. P. Romano, 1992). All of it is arithmetic, reproducible from a seed; no clock.

/// A statistic of a series.
struct SeriesStatistic {
    enum class Kind : std::uint8_t {
        Mean,
        StandardDeviation,
        Quantile,    ///< nearest rank; `argument` is the fraction, in (0, 1)
        Longest,     ///< the largest value; a resample says nothing about it
        ShareBeyond, ///< of the values above `argument`
        TailMean,    ///< of the largest values, the share 1 − `argument` of them
        TailBySum,   ///< the least of the largest values whose sum is the share 1 − `argument` of all
        OffZero,     ///< as the standard deviation, but about zero
    };
    Kind kind = Kind::Mean;
    double argument = 0;

    /// Values that it needs for itself: 1; 1/(1 − fraction) in the tail; 2 for the standard deviation.
    [[nodiscard]] std::int64_t valuesNeeded() const noexcept;
    /// Values that an interval needs: ten on the thinner side of a quantile, twenty at least. 0: it has none.
    [[nodiscard]] std::int64_t valuesNeededForInterval() const noexcept;
};

/// A statistic with what it was in each resample.
struct ResampledStatistic {
    std::optional<double> value;   ///< absent: too few values
    std::vector<double> resamples; ///< empty: too few values for an interval
    /// How many values that follow each other are worth one independent value, to this statistic; at least 1.
    double valuesPerIndependent = 1;
};

struct BootstrapSetting {
    std::size_t blockLength = 1;
    std::size_t resamples = 2000;
    std::uint64_t seed = 1;
    /// Lengths of the recordings that the series is made of, one after the other. From kLeastParts on whole
    /// recordings are drawn, so that what differs from recording to recording is in the interval: one fewer
    /// than there are, which makes the variance unbiased (P. J. McCarthy and C. B. Snowden, 1985).
    std::vector<std::size_t> parts{};

    static constexpr std::size_t kLeastParts = 5;
    [[nodiscard]] bool byParts() const noexcept { return parts.size() >= kLeastParts; }
};

/// Values in their order, which must outlive it, and sorted once for all that is asked of them.
class SortedSeries {
public:
    SortedSeries() = default;
    /// Cancelled: it is empty.
    explicit SortedSeries(std::span<const std::int64_t> values, const CancelFlag* cancel = nullptr);

    [[nodiscard]] std::span<const std::int64_t> values() const noexcept { return m_values; }
    [[nodiscard]] const std::vector<std::int64_t>& sorted() const noexcept { return m_sorted; }

private:
    std::span<const std::int64_t> m_values;
    std::vector<std::int64_t> m_sorted;
};

/// Absent: too few values.
[[nodiscard]] std::optional<double> valueOf(const SortedSeries& series, const SeriesStatistic& statistic);

/// The block length for these values: the longest that one of the statistics asks for
/// (automaticBlockLength of its influence: above or below the quantile, the value itself), and at least ∛n.
[[nodiscard]] std::size_t blockLengthFor(const SortedSeries& series,
                                         std::span<const SeriesStatistic> statistics,
                                         const CancelFlag* cancel = nullptr);

/// The statistics of a series, in their order, with their resamples.
/// * Series of one length, resampled with one setting, draw the same blocks: what happened together stays
///   together.
/// * Values are exact. Resamples know a quantile to a tenth of its distance from the value, in ranks, and
///   blocks of long series begin at one of 2048 places: the cost hardly grows with the length.
/// * A cancelled one is unfinished.
[[nodiscard]] std::vector<ResampledStatistic> resample(const SortedSeries& series,
                                                       std::span<const SeriesStatistic> statistics,
                                                       const BootstrapSetting& setting,
                                                       const CancelFlag* cancel = nullptr);

/// Blocks know too little of values that hang together for long. This spreads the resamples out about the
/// value, by what blocks of this length miss of the variance and by Student's t for the number of independent
/// stretches, and sets `valuesPerIndependent`. It leaves them as they are where values are nearly
/// independent.
void spreadForDependence(ResampledStatistic& result, const SortedSeries& series,
                         const SeriesStatistic& statistic, std::size_t blockLength);

/// The interval that holds the middle `level` (0 … 1) of the resamples. Reorders them; at least one.
[[nodiscard]] Interval middleInterval(std::vector<double>& resamples, double level);

/// Intervals that hold *together* with `level`: each leaves out as many resamples at its ends as the others,
/// and so few that this share of the resamples lies within all of them (R. Beran, Balanced simultaneous
/// confidence sets, JASA 83, 1988). `resamples[k][i]`: statistic k in resample i; all of one length.
[[nodiscard]] std::vector<Interval> simultaneousIntervals(std::span<const std::vector<double>> resamples,
                                                          double level);

} // namespace jitterscope
