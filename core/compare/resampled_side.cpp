// SPDX-License-Identifier: MIT
#include "core/compare/resampled_side.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

using Kind = SeriesStatistic::Kind;

namespace {

bool sameValues(const FigureEntry& a, const FigureEntry& b) noexcept {
    return a.column == b.column && (a.column != nullptr || a.quantity == b.quantity);
}

} // namespace

std::span<const std::int64_t> valuesOf(const FigureEntry& entry, const ComparedRun& run,
                                       std::vector<std::int64_t>& room) {
    if (!run.columns || (entry.singleNumber() && entry.statistic.kind != Kind::Longest))
        return {};
    if (entry.column != nullptr)
        return (*run.columns).*entry.column;
    return run.columns->values(entry.quantity, room);
}

std::optional<SeriesStatistic> statisticOf(const FigureEntry& entry, const ComparedRun& run,
                                           const CompareOptions& options) {
    SeriesStatistic statistic = entry.statistic;
    if (statistic.kind != Kind::ShareBeyond)
        return statistic;
    const std::optional<Nanoseconds> own =
        entry.quantity == RunQuantity::Lateness ? run.tolerance : std::nullopt;
    const std::optional<Nanoseconds> chosen =
        entry.quantity == RunQuantity::Lateness ? options.tolerance : options.limit;
    if (!chosen && !own)
        return std::nullopt;
    statistic.argument = static_cast<double>((chosen ? chosen : own)->count());
    return statistic;
}

ResampledSide::ResampledSide(const ComparedRun& run, const std::vector<const FigureEntry*>& entries,
                             const CompareOptions& options, std::uint64_t seed, const CancelFlag* cancel)
    : m_setting{1, options.resamples, seed, run.parts}, m_cancel(cancel), m_results(entries.size()) {
    std::vector<const FigureEntry*> heads;
    for (std::size_t place = 0; place < entries.size(); ++place) {
        const FigureEntry& entry = *entries[place];
        const std::optional<SeriesStatistic> statistic = statisticOf(entry, run, options);
        if (!statistic || entry.singleNumber())
            continue;
        const auto same =
            std::ranges::find_if(heads, [&](const FigureEntry* head) { return sameValues(*head, entry); });
        const auto index = static_cast<std::size_t>(same - heads.begin());
        if (same == heads.end()) {
            heads.push_back(&entry);
            m_groups.emplace_back();
        }
        m_groups[index].statistics.push_back(*statistic);
        m_groups[index].places.push_back(place);
    }
    for (std::size_t i = 0; i < m_groups.size() && !isCancelled(m_cancel); ++i) {
        Group& group = m_groups[i];
        group.series = SortedSeries(valuesOf(*heads[i], run, group.room), m_cancel);
        if (!group.series.values().empty())
            m_setting.blockLength =
                std::max(m_setting.blockLength, blockLengthFor(group.series, group.statistics, m_cancel));
    }
}

void ResampledSide::resample(const std::function<void()>& step) {
    for (Group& group : m_groups) {
        if (isCancelled(m_cancel))
            return;
        std::vector<ResampledStatistic> results =
            jitterscope::resample(group.series, group.statistics, m_setting, m_cancel);
        for (std::size_t i = 0; i < results.size(); ++i)
            m_results[group.places[i]] = std::move(results[i]);
        group = {}; // the other side needs the memory
        if (step)
            step();
    }
}

} // namespace jitterscope
