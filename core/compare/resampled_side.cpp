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

std::vector<std::int64_t> valuesOf(const FigureEntry& entry, const ComparedRun& run) {
    if (!run.columns || (entry.singleNumber() && entry.statistic.kind != Kind::Longest))
        return {};
    return entry.column != nullptr ? (*run.columns).*entry.column : run.columns->values(entry.quantity);
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

void ResampledSide::measureBlocks(const std::vector<const FigureEntry*>& entries) {
    for (const Group& group : groupsOf(entries))
        m_setting.blockLength =
            std::max(m_setting.blockLength, blockLengthFor(group.values, group.statistics));
}

void ResampledSide::resampleAll(const std::vector<const FigureEntry*>& entries,
                                const std::atomic<bool>* cancel, const std::function<void()>& step) {
    m_results.resize(entries.size());
    for (const Group& group : groupsOf(entries)) {
        if (isCancelled(cancel))
            return;
        std::vector<ResampledStatistic> results = resample(group.values, group.statistics, m_setting);
        for (std::size_t i = 0; i < results.size(); ++i)
            m_results[group.places[i]] = std::move(results[i]);
        step();
    }
}

std::vector<ResampledSide::Group>
ResampledSide::groupsOf(const std::vector<const FigureEntry*>& entries) const {
    std::vector<Group> groups;
    std::vector<const FigureEntry*> heads;
    for (std::size_t place = 0; place < entries.size(); ++place) {
        const FigureEntry& entry = *entries[place];
        const std::optional<SeriesStatistic> statistic = statisticOf(entry, m_run, m_options);
        if (!statistic || entry.singleNumber())
            continue;
        const auto same =
            std::ranges::find_if(heads, [&](const FigureEntry* head) { return sameValues(*head, entry); });
        const auto index = static_cast<std::size_t>(same - heads.begin());
        if (same == heads.end()) {
            heads.push_back(&entry);
            groups.push_back({valuesOf(entry, m_run), {}, {}});
        }
        groups[index].statistics.push_back(*statistic);
        groups[index].places.push_back(place);
    }
    std::erase_if(groups, [](const Group& group) { return group.values.empty(); });
    return groups;
}

} // namespace jitterscope
