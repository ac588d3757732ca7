// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/accuracy.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/plot/layers/bars.h"
#include "ui/theme/strategy_colours.h"

namespace jitterscope::ui {
namespace {

std::optional<double> meanOf(const ExperimentResult* result, std::string_view strategy) {
    if (result == nullptr)
        return std::nullopt;
    const Points points(result->points);
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "strategy") == strategy)
            return points.maybe(row, "mean_error_ns");
    }
    return std::nullopt;
}

/// One dot for each wait, if the table has a row for each wait.
ExperimentChart rawChart(const ExperimentChartInput& input) {
    ExperimentChart chart;
    auto clouds = strategyCurves(input, {.x = "frame", .y = "error_ns"});
    for (XySeries& cloud : clouds) {
        cloud.points = thinned(std::move(cloud.points));
        cloud.line = false;
    }
    showSeries(chart.add(), Axis(Scale::Linear, Quantity::Count, say("frame")),
               Axis(Scale::Linear, Quantity::Time, say("error (negative: early)")), std::move(clouds));
    chart.key = strategyKey(Points(input.result.points));
    return chart;
}

ExperimentChart makeAccuracy(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    if (points.has("error_ns"))
        return rawChart(input);
    std::vector<Bar> bars;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const std::string_view id = points.word(row, "strategy");
        bars.push_back({.name = format::strategyName(id),
                        .colour = strategyColour(id),
                        .value = points.number(row, "mean_error_ns"),
                        .whisker = points.range(row, "min_error_ns", "max_error_ns"),
                        .before = meanOf(input.before, id),
                        .note = say("median %1, p99 %2")
                                    .arg(format::duration(points.number(row, "p50_error_ns")),
                                         format::duration(points.number(row, "p99_error_ns")))});
    }
    ExperimentChart chart;
    showBars(
        chart.add(),
        Axis(input.log ? Scale::Log : Scale::Linear, Quantity::Time, say("mean distance from the period")),
        std::move(bars));
    chart.key = {keyText(say("bar: mean |error| · whisker: least … greatest · short is good"))};
    return chart;
}

} // namespace

ExperimentChartEntry accuracyChart() {
    return {.id = "accuracy",
            .make = makeAccuracy,
            .sketch = sketch::whiskers,
            .offersLog = true,
            .logAtFirst = true,
            .overlays = true};
}

} // namespace jitterscope::ui
