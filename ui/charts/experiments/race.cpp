// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/race.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/theme/strategy_colours.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <optional>

namespace jitterscope::ui {
namespace {

QString verdictOf(const Points& points, std::size_t row, std::string_view column) {
    const std::string_view verdict = points.word(row, column);
    return verdict.empty() ? format::absent() : format::text(verdict);
}

XyPoint pointOf(const Points& points, std::size_t row) {
    const QString dominators = format::strategyNames(points.word(row, "dominated_by"));
    XyPoint point{.x = points.number(row, "cpu_percent"),
                  .y = points.number(row, "late_fraction"),
                  .xSpan = points.range(row, "cpu_low", "cpu_high"),
                  .ySpan = points.range(row, "late_low", "late_high")};
    point.pale = !dominators.isEmpty();
    point.note = say("median error %1, p99 %2, worst %3")
                     .arg(format::duration(points.number(row, "error_p50_ns")),
                          format::duration(points.number(row, "error_p99_ns")),
                          format::duration(points.number(row, "error_max_ns")));
    if (point.pale)
        point.note += QLatin1Char('\n') + say("dominated by %1").arg(dominators);
    if (const std::string_view other = points.word(row, "compared_with"); !other.empty())
        point.note +=
            QLatin1Char('\n') + say("against %1: late %2, CPU %3")
                                    .arg(format::strategyName(other), verdictOf(points, row, "late_verdict"),
                                         verdictOf(points, row, "cpu_verdict"));
    return point;
}

/// A ring where the best fixed margin would be, joined to the strategy, which is late as often.
std::optional<XySeries> oracleOf(const Points& points, std::size_t row) {
    const auto cpu = points.maybe(row, "oracle_cpu_percent");
    const auto own = points.maybe(row, "cpu_percent");
    const auto late = points.maybe(row, "late_fraction");
    if (!cpu || !own || !late)
        return std::nullopt;
    const std::string_view id = points.word(row, "strategy");
    const bool pale = !points.word(row, "dominated_by").empty();
    XySeries one{.name = say("Oracle of %1").arg(format::strategyName(id)), .pen = strategyPen(id, 1)};
    one.pen.setStyle(Qt::SolidLine);
    if (pale)
        one.pen.setColor(mixed(one.pen.color(), tokens().card, 0.45));
    one.hollow = true;
    one.points.push_back(
        {.x = *cpu,
         .y = *late,
         .note = say("the cheapest fixed margin, known beforehand, that wakes late as rarely\n"
                     "%1 CPU; the strategy takes %2")
                     .arg(format::percent(*cpu), format::percent(*own))});
    one.points.push_back({.x = *own, .y = *late, .bare = true});
    return one;
}

std::vector<XySeries> cloudOf(const ExperimentResult& result, double rate, bool before) {
    const Points points(result.points);
    std::vector<XySeries> list;
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.number(row, "rate_hz") != rate)
            continue;
        const std::string_view id = points.word(row, "strategy");
        if (auto oracle = oracleOf(points, row); oracle && !before)
            list.push_back(std::move(*oracle)); // below the strategy's own mark
        XySeries one{.name = format::strategyName(id), .pen = strategyPen(id)};
        one.line = false;
        one.before = before;
        one.points.push_back(pointOf(points, row));
        if (before)
            one.name += say(" (kept)");
        else
            one.points.back().label = one.name;
        list.push_back(std::move(one));
    }
    return list;
}

ExperimentChart makeRace(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    std::vector<double> rates;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const double rate = points.number(row, "rate_hz");
        if (std::find(rates.begin(), rates.end(), rate) == rates.end())
            rates.push_back(rate);
    }
    const Scale scale = input.log ? Scale::Log : Scale::Linear;
    ExperimentChart chart;
    chart.roomy = true;
    for (const double rate : rates) {
        std::vector<XySeries> clouds;
        if (input.before != nullptr)
            clouds = cloudOf(*input.before, rate, true);
        for (XySeries& one : cloudOf(input.result, rate, false))
            clouds.push_back(std::move(one));
        showSeries(chart.add(format::rate(rate)), Axis(scale, Quantity::Percent, say("CPU of the thread")),
                   Axis(scale, Quantity::Fraction, say("late frames") + lateBeyond(input.result)),
                   std::move(clouds));
    }
    chart.key = {keyText(say("down and left is better · bars: 95 % intervals · pale: dominated"))};
    if (points.has("oracle_cpu_percent"))
        chart.key.append(keyText(say("rings: oracle, the best fixed margin known beforehand")));
    return chart;
}

} // namespace

ExperimentChartEntry raceChart() {
    return {.id = "race",
            .make = makeRace,
            .sketch = sketch::cloud,
            .offersLog = true,
            .logAtFirst = true,
            .overlays = true};
}

} // namespace jitterscope::ui
