// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/figure/experiments/experiments.h"

#include <algorithm>

namespace jitterscope {
namespace {

std::string verdictOf(const Points& points, std::size_t row, std::string_view column) {
    const std::string_view verdict = points.word(row, column);
    return verdict.empty() ? said::absent() : std::string(verdict);
}

/// "Spin, Adaptive" for `spin adaptive`.
std::string namesOfIds(std::string_view ids) {
    std::vector<std::string> names;
    while (!ids.empty()) {
        const std::string_view id = ids.substr(0, ids.find(' '));
        if (!id.empty())
            names.push_back(strategyName(id));
        ids.remove_prefix(std::min(ids.size(), id.size() + 1));
    }
    return said::joined(names);
}

ChartPoint racePoint(const Points& points, std::size_t row) {
    const std::string dominators = namesOfIds(points.word(row, "dominated_by"));
    ChartPoint point{.x = points.number(row, "cpu_percent"),
                     .y = points.number(row, "late_fraction"),
                     .xSpan = points.range(row, "cpu_low", "cpu_high"),
                     .ySpan = points.range(row, "late_low", "late_high")};
    point.pale = !dominators.empty();
    point.note =
        said::say("median error %1, p99 %2, worst %3", {said::duration(points.number(row, "error_p50_ns")),
                                                        said::duration(points.number(row, "error_p99_ns")),
                                                        said::duration(points.number(row, "error_max_ns"))});
    if (point.pale)
        point.note += "\ndominated by " + dominators;
    if (const std::string_view other = points.word(row, "compared_with"); !other.empty())
        point.note += said::say("\nagainst %1: late %2, CPU %3",
                                {strategyName(other), verdictOf(points, row, "late_verdict"),
                                 verdictOf(points, row, "cpu_verdict")});
    return point;
}

/// The same share of late frames at the CPU of the best fixed margin, and a line to it.
std::optional<ChartSeries> oracleOf(const Points& points, std::size_t row) {
    const auto cpu = points.maybe(row, "oracle_cpu_percent");
    const auto own = points.maybe(row, "cpu_percent");
    const auto late = points.maybe(row, "late_fraction");
    if (!cpu || !own || !late)
        return std::nullopt;
    const std::string_view id = points.word(row, "strategy");
    const bool pale = !points.word(row, "dominated_by").empty();
    ChartSeries one{.name = "Oracle of " + strategyName(id),
                    .look = {pale ? Ink::Border : strategyLook(id).ink, 1}};
    one.hollow = true;
    one.points.push_back(
        {.x = *cpu,
         .y = *late,
         .note = said::say("the cheapest fixed margin, known beforehand, that wakes late as rarely\n"
                           "%1 CPU; the strategy takes %2",
                           {said::percent(*cpu), said::percent(*own)})});
    one.points.push_back({.x = *own, .y = *late, .bare = true});
    return one;
}

std::vector<ChartSeries> cloudOf(const ExperimentResult& result, double rate, bool before) {
    const Points points(result.points);
    std::vector<ChartSeries> list;
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.number(row, "rate_hz") != rate)
            continue;
        const std::string_view id = points.word(row, "strategy");
        if (auto oracle = oracleOf(points, row); oracle && !before)
            list.push_back(std::move(*oracle)); // below the strategy's own mark
        ChartSeries one{.name = strategyName(id), .look = strategyLook(id)};
        one.line = false;
        one.before = before;
        one.points.push_back(racePoint(points, row));
        if (before)
            one.name += " (kept)";
        else
            one.points.back().label = one.name;
        list.push_back(std::move(one));
    }
    return list;
}

Figure makeRace(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    std::vector<double> rates;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const double rate = points.number(row, "rate_hz");
        if (std::ranges::find(rates, rate) == rates.end())
            rates.push_back(rate);
    }
    const AxisScale scale = input.log ? AxisScale::Log : AxisScale::Linear;
    Figure figure;
    figure.roomy = true;
    for (const double rate : rates) {
        std::vector<ChartSeries> clouds;
        if (input.before != nullptr)
            clouds = cloudOf(*input.before, rate, true);
        for (ChartSeries& one : cloudOf(input.result, rate, false))
            clouds.push_back(std::move(one));
        figure.panels.push_back(seriesChart(
            said::quantity(rate, Quantity::Hertz), Axis(scale, Quantity::Percent, "CPU of the thread"),
            Axis(scale, Quantity::Fraction, "late frames" + lateBeyond(input.result)), std::move(clouds)));
    }
    figure.key = {{"down and left is better · bars: 95 % intervals · pale: dominated"}};
    if (points.has("oracle_cpu_percent"))
        figure.key.push_back({"rings: oracle, the best fixed margin known beforehand"});
    return figure;
}

} // namespace

ExperimentFigureEntry raceFigure() {
    return {.id = "race", .make = makeRace, .offersLog = true, .logAtFirst = true, .overlays = true};
}

} // namespace jitterscope
