// SPDX-License-Identifier: MIT
#include "core/figure/experiment_figure.h"

#include "core/base/said.h"
#include "core/figure/experiments/experiments.h"
#include "core/pacing/pacing_catalog.h"
#include "core/sleep/sleep_catalog.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace jitterscope {
namespace {

/// The place of an entry in its catalogue.
template <typename Entry>
std::optional<std::size_t> placeIn(std::span<const Entry> entries, std::string_view id) {
    const Entry* const entry = findEntry(entries, id);
    return entry != nullptr ? std::optional(static_cast<std::size_t>(entry - entries.data())) : std::nullopt;
}

} // namespace

std::span<const ExperimentFigureEntry> experimentFigureCatalog() {
    static const std::vector<ExperimentFigureEntry> entries{
        accuracyFigure(), intervalSweepFigure(), cpuTableFigure(), cpuSweepFigure(), robustnessFigure(),
        xSweepFigure(),   driftFigure(),         slotsFigure(),    slackFigure(),    raceFigure(),
    };
    return entries;
}

Figure experimentFigure(const ExperimentResult& result) {
    const ExperimentFigureEntry* const entry = findEntry(experimentFigureCatalog(), result.plan.id);
    return experimentFigure({.result = result, .log = entry != nullptr && entry->logAtFirst});
}

Figure experimentFigure(const ExperimentFigureInput& input) {
    const ExperimentFigureEntry* const drawn = findEntry(experimentFigureCatalog(), input.result.plan.id);
    const ExperimentEntry* const entry = findEntry(experimentCatalog(), input.result.plan.id);
    if (drawn == nullptr || entry == nullptr || input.result.points.rows.empty())
        return {};
    ExperimentFigureInput shown = input;
    if (!drawn->overlays)
        shown.before = nullptr;
    Figure figure = drawn->make(shown);
    figure.id = drawn->id;
    figure.title = entry->name;
    figure.description = entry->asks;
    if (shown.before != nullptr)
        figure.key.push_back({"dashed, light: kept", LineLook{Ink::Muted, 1.2, {4, 2}}});
    return figure;
}

LineLook strategyLook(std::string_view id, double width) {
    const std::optional<std::size_t> place = placeIn(sleepCatalog(), id);
    return place ? lookNumber(*place, width) : LineLook{Ink::Muted, width, {2, 3}};
}

LineLook policyLook(std::string_view id) {
    return lookNumber(placeIn(pacingCatalog(), id).value_or(pacingCatalog().size()));
}

std::string strategyName(std::string_view id) {
    return entryName(sleepCatalog(), id);
}

std::string policyLabel(std::string_view id) {
    const std::size_t more = std::min(id.find(" ("), id.size());
    return entryName(pacingCatalog(), id.substr(0, more)) + std::string(id.substr(more));
}

double Points::number(std::size_t row, std::string_view column) const {
    return maybe(row, column).value_or(std::numeric_limits<double>::quiet_NaN());
}

const Cell* Points::cell(std::size_t row, std::string_view column) const {
    const int place = m_table.column(column);
    assert(place >= 0 || m_table.columns.empty());
    const auto at = static_cast<std::size_t>(place);
    return place >= 0 && row < count() && at < m_table.rows[row].size() ? &m_table.rows[row][at] : nullptr;
}

std::optional<double> Points::maybe(std::size_t row, std::string_view column) const {
    const Cell* const found = cell(row, column);
    return found != nullptr ? numberOf(*found) : std::nullopt;
}

std::optional<Range> Points::range(std::size_t row, std::string_view low, std::string_view high) const {
    if (low.empty() || high.empty())
        return std::nullopt;
    const auto from = maybe(row, low);
    const auto to = maybe(row, high);
    return from && to ? std::optional(Range{*from, *to}) : std::nullopt;
}

std::string_view Points::word(std::size_t row, std::string_view column) const {
    const Cell* const found = cell(row, column);
    return found != nullptr ? wordOf(*found) : std::string_view();
}

std::vector<std::string> Points::words(std::string_view column) const {
    std::vector<std::string> list;
    for (std::size_t row = 0; row < count(); ++row) {
        const std::string_view each = word(row, column);
        if (std::ranges::find(list, each) == list.end())
            list.emplace_back(each);
    }
    return list;
}

std::string lateBeyond(const ExperimentResult& result) {
    if (!result.plan.values.has("tolerance"))
        return {};
    return " >" + said::duration(result.plan.values["tolerance"]);
}

std::vector<KeyEntry> strategyKey(const Points& points) {
    std::vector<KeyEntry> key;
    if (!points.has("strategy"))
        return key;
    for (const std::string& id : points.words("strategy"))
        key.push_back({strategyName(id), strategyLook(id)});
    return key;
}

std::optional<double> keptValue(const ExperimentResult* before, std::string_view strategy,
                                std::string_view column) {
    if (before == nullptr)
        return std::nullopt;
    const Points points(before->points);
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "strategy") == strategy)
            return points.maybe(row, column);
    }
    return std::nullopt;
}

std::vector<ChartSeries> strategyCurves(const ExperimentFigureInput& input, const CurveColumns& columns) {
    std::vector<ChartSeries> list;
    for (const ExperimentResult* result : {input.before, &input.result}) {
        if (result == nullptr)
            continue;
        const Points points(result->points);
        for (const std::string& id : points.words("strategy")) {
            ChartSeries series{.name = strategyName(id), .look = strategyLook(id)};
            series.before = result == input.before;
            if (series.before)
                series.name += " (kept)";
            series.band = columns.band;
            for (std::size_t row = 0; row < points.count(); ++row) {
                if (points.word(row, "strategy") == id)
                    series.points.push_back({.x = points.number(row, columns.x),
                                             .y = points.number(row, columns.y),
                                             .ySpan = points.range(row, columns.low, columns.high)});
            }
            list.push_back(std::move(series));
        }
    }
    return list;
}

} // namespace jitterscope
