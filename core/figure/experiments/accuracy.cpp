// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/figure/experiments/experiments.h"

namespace jitterscope {
namespace {

/// One dot for each wait, if the table has a row for each wait.
Figure rawAccuracy(const ExperimentFigureInput& input) {
    Figure figure;
    auto clouds = strategyCurves(input, {.x = "frame", .y = "error_ns"});
    for (ChartSeries& cloud : clouds) {
        cloud.points = thinned(std::move(cloud.points));
        cloud.line = false;
    }
    figure.panels.push_back(seriesChart({}, Axis(AxisScale::Linear, Quantity::Count, "frame"),
                                        Axis(AxisScale::Linear, Quantity::Time, "error (negative: early)"),
                                        std::move(clouds)));
    figure.key = strategyKey(Points(input.result.points));
    return figure;
}

Figure makeAccuracy(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    if (points.has("error_ns"))
        return rawAccuracy(input);
    std::vector<ChartBar> bars;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const std::string_view id = points.word(row, "strategy");
        bars.push_back(
            {.name = strategyName(id),
             .ink = strategyLook(id).ink,
             .value = points.number(row, "mean_error_ns"),
             .whisker = points.range(row, "min_error_ns", "max_error_ns"),
             .before = keptValue(input.before, id, "mean_error_ns"),
             .note = said::say("median %1, p99 %2", {said::duration(points.number(row, "p50_error_ns")),
                                                     said::duration(points.number(row, "p99_error_ns"))})});
    }
    Figure figure;
    figure.panels.push_back(barChart(
        Axis(input.log ? AxisScale::Log : AxisScale::Linear, Quantity::Time, "mean distance from the period"),
        std::move(bars)));
    figure.key = {{"bar: mean |error| · whisker: least … greatest · short is good"}};
    return figure;
}

} // namespace

ExperimentFigureEntry accuracyFigure() {
    return {.id = "accuracy", .make = makeAccuracy, .offersLog = true, .logAtFirst = true, .overlays = true};
}

} // namespace jitterscope
