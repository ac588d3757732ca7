// SPDX-License-Identifier: MIT
#include "core/compare/resampled_side.h"

#include "core/compare/counted_side.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

using StatisticKind = SeriesStatistic::Kind;

namespace {

/// Divides value and resamples. Both statistics were drawn from the same blocks.
void divide(ResampledStatistic& result, const ResampledStatistic& by) {
    result.value = result.value && by.value ? std::optional(*result.value / *by.value) : std::nullopt;
    if (by.resamples.size() != result.resamples.size())
        result.resamples.clear();
    for (std::size_t i = 0; i < result.resamples.size(); ++i)
        result.resamples[i] /= by.resamples[i];
}

} // namespace

std::span<const std::int64_t> valuesOf(const FigureEntry& entry, const ComparedRun& run,
                                       std::vector<std::int64_t>& room) {
    if (!run.columns || entry.numberOfRun())
        return {};
    if (entry.derived != nullptr) {
        room = entry.derived(run);
        return room;
    }
    if (entry.column != nullptr)
        return (*run.columns).*entry.column;
    return run.columns->values(entry.quantity, room);
}

bool ofCounts(const FigureEntry& entry, const ComparedRun& run, const SeriesStatistic& statistic) noexcept {
    return entry.column == nullptr && entry.derived == nullptr && !entry.over &&
           hasCounts(run, entry.quantity, statistic);
}

std::optional<SeriesStatistic> statisticOf(const FigureEntry& entry, const ComparedRun& run,
                                           const CompareOptions& options) {
    SeriesStatistic statistic = entry.statistic;
    if (statistic.kind != StatisticKind::ShareBeyond)
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
    : m_run(run),
      m_setting{1, options.resamples, seed, run.parts},
      m_cancel(cancel),
      m_results(entries.size()) {
    static constexpr auto wholeOf = [](RunQuantity quantity) {
        FigureEntry entry;
        entry.quantity = quantity;
        return entry;
    };
    static constexpr FigureEntry kFrameTimes = wholeOf(RunQuantity::FrameTime);
    static constexpr FigureEntry kDisplayed = wholeOf(RunQuantity::Displayed);
    for (std::size_t place = 0; place < entries.size(); ++place) {
        const FigureEntry& entry = *entries[place];
        const std::optional<SeriesStatistic> statistic = statisticOf(entry, run, options);
        if (!statistic || entry.numberOfRun() || entry.statistic.kind == StatisticKind::Longest)
            continue;
        if (ofCounts(entry, run, *statistic)) {
            m_counted.push_back({place, *statistic});
            continue;
        }
        add(entry, *statistic, place);
        if (entry.over) {
            m_divided.push_back({place, m_results.size()});
            add(entry.quantity == RunQuantity::Displayed ? kDisplayed : kFrameTimes, *entry.over,
                m_results.size());
            m_results.emplace_back();
        }
    }
    for (Group& group : m_groups) {
        if (isCancelled(m_cancel))
            break;
        group.series = SortedSeries(valuesOf(*group.head, run, group.room), m_cancel);
        if (!group.series.values().empty())
            m_setting.blockLength =
                std::max(m_setting.blockLength, blockLengthFor(group.series, group.statistics, m_cancel));
    }
}

void ResampledSide::add(const FigureEntry& entry, const SeriesStatistic& statistic, std::size_t place) {
    auto group =
        std::ranges::find_if(m_groups, [&](const Group& each) { return each.head->sameValuesAs(entry); });
    if (group == m_groups.end()) {
        group = m_groups.emplace(m_groups.end());
        group->head = &entry;
    }
    group->statistics.push_back(statistic);
    group->places.push_back(place);
}

void ResampledSide::resampleOfCounts() {
    std::vector<SeriesStatistic> statistics;
    for (const OfCounts& each : m_counted)
        statistics.push_back(each.statistic);
    std::vector<ResampledStatistic> results =
        resampleCounts(m_run, statistics, m_setting.resamples, m_setting.seed);
    for (std::size_t i = 0; i < results.size(); ++i)
        m_results[m_counted[i].place] = std::move(results[i]);
}

void ResampledSide::resample(const std::function<void()>& step) {
    if (!m_counted.empty())
        resampleOfCounts();
    for (Group& group : m_groups) {
        if (isCancelled(m_cancel))
            return;
        m_setting.parts = m_run.partsOf(group.head->quantity);
        std::vector<ResampledStatistic> results =
            jitterscope::resample(group.series, group.statistics, m_setting, m_cancel);
        for (std::size_t i = 0; i < results.size() && !m_setting.byParts() && !isCancelled(m_cancel); ++i)
            spreadForDependence(results[i], group.series, group.statistics[i], m_setting.blockLength);
        for (std::size_t i = 0; i < results.size(); ++i)
            m_results[group.places[i]] = std::move(results[i]);
        group = {}; // the other side needs the memory
        if (step)
            step();
    }
    for (const Divided& divided : m_divided) {
        if (!isCancelled(m_cancel))
            divide(m_results[divided.place], m_results[divided.by]);
    }
}

} // namespace jitterscope
