// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/comparison.h"

#include <functional>
#include <vector>

namespace jitterscope {

// One run's side of a comparison; used only in core/compare.

[[nodiscard]] inline bool isCancelled(const std::atomic<bool>* cancel) noexcept {
    return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

/// The values behind an entry. Empty: the run does not hold them, or the entry is one number a run.
[[nodiscard]] std::vector<std::int64_t> valuesOf(const FigureEntry& entry, const ComparedRun& run);

/// The entry's statistic with the tolerance or limit that holds for this run; absent: there is none.
[[nodiscard]] std::optional<SeriesStatistic> statisticOf(const FigureEntry& entry, const ComparedRun& run,
                                                         const CompareOptions& options);

/// The figures of one run with their resamples. The run must outlive it.
class ResampledSide {
public:
    ResampledSide(const ComparedRun& run, const CompareOptions& options, std::uint64_t seed)
        : m_run(run), m_options(options), m_setting{1, options.resamples, seed, run.parts} {}

    /// The block length that these figures ask for; the longest of all that were measured counts.
    void measureBlocks(const std::vector<const FigureEntry*>& entries);
    [[nodiscard]] std::size_t blockLength() const noexcept { return m_setting.blockLength; }
    [[nodiscard]] bool byParts() const noexcept { return m_setting.byParts(); }

    /// `step` is called after each column. A cancelled one is unfinished.
    void resampleAll(const std::vector<const FigureEntry*>& entries, const std::atomic<bool>* cancel,
                     const std::function<void()>& step);
    /// Of the entry at this place; without resamples where there are none.
    [[nodiscard]] const ResampledStatistic& result(std::size_t place) const { return m_results[place]; }

private:
    /// The figures of one column.
    struct Group {
        std::vector<std::int64_t> values;
        std::vector<SeriesStatistic> statistics;
        std::vector<std::size_t> places; ///< among the entries
    };
    [[nodiscard]] std::vector<Group> groupsOf(const std::vector<const FigureEntry*>& entries) const;

    const ComparedRun& m_run;
    CompareOptions m_options;
    BootstrapSetting m_setting;
    std::vector<ResampledStatistic> m_results;
};

} // namespace jitterscope
