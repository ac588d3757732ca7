// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/compare/comparison.h"

#include <functional>
#include <span>
#include <vector>

namespace jitterscope {

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
