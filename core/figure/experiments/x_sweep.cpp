// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/figure/experiments/experiments.h"

namespace jitterscope {
namespace {

/// One line: the bound is the same for every strategy.
ChartSeries cantelliLine(const Points& points) {
    ChartSeries line{.name = "Cantelli's bound, 1/(1 + X²)", .look = {Ink::Muted, 1.4, {5, 3}}};
    line.dots = false;
    const auto strategies = points.words("strategy");
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "strategy") == strategies.front())
            line.points.push_back({.x = points.number(row, "x"), .y = points.number(row, "cantelli")});
    }
    return line;
}

Figure makeXSweep(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    const AxisScale scale = input.log ? AxisScale::Log : AxisScale::Linear;
    const Axis x(AxisScale::Linear, Quantity::Number, "X");
    Figure figure;
    const auto add = [&](std::string title, Quantity quantity, std::string axis,
                         std::vector<ChartSeries> curves) {
        Chart chart =
            seriesChart(std::move(title), x, Axis(scale, quantity, std::move(axis)), std::move(curves));
        if (!chart.emptyText.empty())
            chart.emptyText = "p99 wants 100 frames for each X";
        if (input.advisedX)
            chart.references.push_back({Reference::Vertical, *input.advisedX,
                                        "X " + plainNumberText(*input.advisedX) + ": Diagnosis",
                                        LineLook{Ink::Good, 1.4, {4, 2, 1, 2}}});
        figure.panels.push_back(std::move(chart));
    };
    add("Late frames", Quantity::Fraction, "later than 1 % of the period, 95 % interval",
        strategyCurves(
            input, {.x = "x", .y = "late_fraction", .low = "late_low", .high = "late_high", .band = true}));
    add("What they cost", Quantity::Percent, "CPU of the thread",
        strategyCurves(input, {.x = "x", .y = "thread_percent"}));
    add("Error", Quantity::Time, "p99 distance from the deadline",
        strategyCurves(input, {.x = "x", .y = "p99_error_ns"}));
    auto beyond = strategyCurves(input, {.x = "x", .y = "beyond_fraction"});
    if (points.count() > 0)
        beyond.push_back(cantelliLine(points));
    add("Sleeps beyond mean + X·σ; dashed: Cantelli", Quantity::Fraction, "share of native sleeps",
        std::move(beyond));
    figure.key = strategyKey(points);
    return figure;
}

} // namespace

ExperimentFigureEntry xSweepFigure() {
    return {.id = "x-sweep", .make = makeXSweep, .offersLog = true, .overlays = true};
}

} // namespace jitterscope
