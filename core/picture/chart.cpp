// SPDX-License-Identifier: MIT
#include "core/picture/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

bool drawable(const ChartPoint& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

std::vector<double> sortedOnce(std::vector<double> values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

int placeOf(const std::vector<double>& values, double value) {
    return static_cast<int>(std::ranges::lower_bound(values, value) - values.begin());
}

std::vector<std::string> namesOf(const std::vector<double>& values) {
    std::vector<std::string> names;
    names.reserve(values.size());
    for (const double value : values)
        names.push_back(said::tick(value, Quantity::Number));
    return names;
}

struct Look {
    Ink ink;
    std::vector<double> dashes;
};

/// Chosen by eye: nine for the strategies of the articles, then the same hues finely dotted for those of
/// other programs. The last has a hue that no other strategy of the standard race has.
const std::vector<Look>& chosenLooks() {
    static const std::vector<Look> looks{
        {Ink::Amber, {6, 2}},  {Ink::Orange, {2, 2}},       {Ink::First, {}},     {Ink::Pink, {6, 2, 1.5, 2}},
        {Ink::Indigo, {3, 2}}, {Ink::Slate, {1.5, 2}},      {Ink::Olive, {8, 3}}, {Ink::Green, {4, 2}},
        {Ink::Text, {}},       {Ink::First, {1, 2}},        {Ink::Amber, {1, 2}}, {Ink::Orange, {1, 2}},
        {Ink::Pink, {1, 2}},   {Ink::Indigo, {1, 2}},       {Ink::Slate, {1, 3}}, {Ink::Olive, {1, 2}},
        {Ink::Green, {1, 2}},  {Ink::Indigo, {5, 2, 1, 2}},
    };
    return looks;
}

/// The hues again, round after round: a dash, and one more dot in every round.
Look furtherLook(std::size_t index) {
    constexpr std::array kHues{Ink::First,  Ink::Amber, Ink::Orange, Ink::Pink,
                               Ink::Indigo, Ink::Slate, Ink::Olive,  Ink::Green};
    Look look{kHues[index % kHues.size()], {5, 2}};
    for (std::size_t dots = 2 + index / kHues.size(); dots > 0; --dots)
        look.dashes.insert(look.dashes.end(), {1, 2});
    return look;
}

} // namespace

LineLook lookNumber(std::size_t index, double width) {
    const std::vector<Look>& chosen = chosenLooks();
    Look look = index < chosen.size() ? chosen[index] : furtherLook(index - chosen.size());
    return {look.ink, width, std::move(look.dashes)};
}

Chart seriesChart(std::string title, Axis x, Axis y, std::vector<ChartSeries> series,
                  std::vector<Reference> references) {
    bool any = false;
    for (const ChartSeries& each : series) {
        for (const ChartPoint& point : each.points) {
            if (!drawable(point))
                continue;
            any = true;
            x.include(point.x);
            x.include(point.xSpan);
            y.include(point.y);
            y.include(point.ySpan);
        }
    }
    x.settle();
    y.settle();
    Chart chart{.title = std::move(title), .x = std::move(x), .y = std::move(y)};
    if (!any)
        chart.emptyText = "No values to draw";
    chart.references = std::move(references);
    chart.series = std::move(series);
    return chart;
}

Chart barChart(Axis x, std::vector<ChartBar> bars) {
    if (x.scale() == AxisScale::Linear)
        x.include(0);
    std::vector<std::string> names;
    for (const ChartBar& bar : bars) {
        names.push_back(bar.name);
        x.include(bar.value);
        x.include(bar.whisker);
        x.include(bar.mark.value_or(bar.value));
        x.include(bar.before.value_or(bar.value));
    }
    x.settle();
    Chart chart{.x = std::move(x), .y = Axis::ofNames(std::move(names), {}, true)};
    chart.bars = std::move(bars);
    return chart;
}

Chart heatChart(std::string title, std::string xTitle, std::string yTitle, Axis colours,
                const std::vector<HeatValue>& values) {
    std::vector<double> xs;
    std::vector<double> ys;
    const auto placed = [](const HeatValue& value) {
        return std::isfinite(value.x) && std::isfinite(value.y);
    };
    for (const HeatValue& value : values) {
        if (!placed(value))
            continue;
        xs.push_back(value.x);
        ys.push_back(value.y);
    }
    xs = sortedOnce(std::move(xs));
    ys = sortedOnce(std::move(ys));
    HeatMap map{{}, std::move(colours)};
    for (const HeatValue& value : values) {
        if (placed(value))
            map.cells.push_back({placeOf(xs, value.x), placeOf(ys, value.y), value.value});
    }
    Chart chart{.title = std::move(title),
                .x = Axis::ofNames(namesOf(xs), std::move(xTitle)),
                .y = Axis::ofNames(namesOf(ys), std::move(yTitle))};
    chart.heat = std::move(map);
    return chart;
}

std::vector<ChartPoint> thinned(std::vector<ChartPoint> points, std::size_t columns) {
    if (points.size() <= 2 * columns || columns == 0)
        return points;
    std::vector<ChartPoint> kept;
    for (std::size_t column = 0; column < columns; ++column) {
        const auto begin = points.begin() + static_cast<std::ptrdiff_t>(points.size() * column / columns);
        const auto end = points.begin() + static_cast<std::ptrdiff_t>(points.size() * (column + 1) / columns);
        auto [low, high] = std::minmax_element(
            begin, end, [](const ChartPoint& a, const ChartPoint& b) { return a.y < b.y; });
        if (high < low)
            std::swap(low, high);
        kept.push_back(*low);
        if (high != low)
            kept.push_back(*high);
    }
    return kept;
}

} // namespace jitterscope
