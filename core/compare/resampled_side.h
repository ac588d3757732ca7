// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/compare/compared_run.h"
#include "core/compare/comparison.h"
#include "core/stats/block_bootstrap.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace jitterscope {

// Statistics of a run that is a histogram, with resamples. The values are taken as independent of each other,
// as the multinomial distribution has them: their order is not known.

/// Whether a statistic of this quantity can be had from the counts of the run.
[[nodiscard]] bool hasCounts(const ComparedRun& run, RunQuantity quantity,
                             const SeriesStatistic& statistic) noexcept;

/// How many values a quantile needs for an upper limit: with fewer, even the largest value need not reach it
/// (the chance of that is above 2.5 %). 368 for p99, 36 887 for p99.99.
[[nodiscard]] std::int64_t countsNeeded(double fraction);

/// Quantiles and shares beyond a limit of a run for which hasCounts(), in their order, with their resamples.
/// * A quantile of a resample lies where the order statistic of its rank does, which has a beta distribution;
/// the
///   resamples of all quantiles are drawn together, as one sample has them. Resamples of shares are drawn
///   from the beta distribution that the counts give (H. Jeffreys).
/// * Absent: too few values, or it lies beyond what was counted singly. A resample beyond that is NaN.
[[nodiscard]] std::vector<ResampledStatistic> resampleCounts(const ComparedRun& run,
                                                             std::span<const SeriesStatistic> statistics,
                                                             std::size_t resamples, std::uint64_t seed);

// One run's side of a comparison; used only in core/compare.

/// The values behind an entry: a view of a column of the run, or of `room`. Empty: the run does not hold
/// them, or the entry is one number per run.
[[nodiscard]] std::span<const std::int64_t> valuesOf(const FigureEntry& entry, const ComparedRun& run,
                                                     std::vector<std::int64_t>& room);

/// Whether the entry's statistic can be had from the counts of a run that is a histogram.
[[nodiscard]] bool ofCounts(const FigureEntry& entry, const ComparedRun& run,
                            const SeriesStatistic& statistic) noexcept;

/// The entry's statistic with the tolerance or limit that holds for this run; absent: there is none.
[[nodiscard]] std::optional<SeriesStatistic> statisticOf(const FigureEntry& entry, const ComparedRun& run,
                                                         const CompareOptions& options);

/// The figures of one run with their resamples. Each column is sorted once. Run and entries must outlive it.
class ResampledSide {
public:
    /// `cancel` ends everything below as well; the results are then unfinished.
    ResampledSide(const ComparedRun& run, const std::vector<const FigureEntry*>& entries,
                  const CompareOptions& options, std::uint64_t seed, const CancelFlag* cancel = nullptr);

    /// `step` is called after each column.
    void resample(const std::function<void()>& step = {});
    /// Frames in a block, as the figures need it; 1 without columns.
    [[nodiscard]] std::size_t blockLength() const noexcept { return m_setting.blockLength; }
    [[nodiscard]] bool byParts() const noexcept { return m_setting.byParts(); }
    /// The resamples of the entry at this place; empty where there is nothing to compute from.
    [[nodiscard]] const ResampledStatistic& result(std::size_t place) const { return m_results[place]; }

private:
    struct Divided {
        std::size_t place;
        std::size_t by; ///< place of the divisor
    };
    /// A statistic of a run that is a histogram.
    struct OfCounts {
        std::size_t place;
        SeriesStatistic statistic;
    };
    void resampleOfCounts();
    /// Adds a statistic of the entry's values, for that place.
    void add(const FigureEntry& entry, const SeriesStatistic& statistic, std::size_t place);

    /// The figures of one column.
    struct Group {
        const FigureEntry* head = nullptr; ///< the first of them
        std::vector<std::int64_t> room;    ///< of computed values
        SortedSeries series;
        std::vector<SeriesStatistic> statistics;
        std::vector<std::size_t> places; ///< among the entries
    };

    const ComparedRun& m_run;
    BootstrapSetting m_setting;
    const CancelFlag* m_cancel;
    std::vector<Group> m_groups;
    std::vector<OfCounts> m_counted;
    std::vector<Divided> m_divided;
    std::vector<ResampledStatistic> m_results;
};

} // namespace jitterscope
