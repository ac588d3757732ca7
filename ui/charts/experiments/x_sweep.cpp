// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/x_sweep.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/plot/layers/references.h"
#include "ui/theme/theme.h"

namespace jitterscope::ui {
namespace {

Axis xAxis() {
    return {Scale::Linear, Quantity::Number, QStringLiteral("X")};
}

/// One line: the bound is the same for every strategy.
XySeries cantelli(const Points& points) {
    QPen pen(tokens().muted, 1.4);
    pen.setDashPattern({5, 3});
    XySeries line{.name = say("Cantelli's bound, 1/(1 + X²)"), .pen = pen};
    line.dots = false;
    const auto strategies = points.words("strategy");
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "strategy") == strategies.front())
            line.points.push_back({.x = points.number(row, "x"), .y = points.number(row, "cantelli")});
    }
    return line;
}

ExperimentChart makeXSweep(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    const Scale scale = input.log ? Scale::Log : Scale::Linear;
    ExperimentChart chart;
    const auto add = [&](const QString& title, Quantity quantity, const QString& axis,
                         const CurveColumns& columns) {
        Plot& plot = chart.add(title);
        plot.setEmptyText(say("p99 wants 100 frames for each X")); // if there is nothing to draw
        showSeries(plot, xAxis(), Axis(scale, quantity, axis), strategyCurves(input, columns));
    };
    add(say("Late frames"), Quantity::Fraction, say("later than 1 % of the period, 95 % interval"),
        {.x = "x", .y = "late_fraction", .low = "late_low", .high = "late_high", .band = true});
    add(say("What they cost"), Quantity::Percent, say("CPU of the thread"),
        {.x = "x", .y = "thread_percent"});
    add(say("Error"), Quantity::Time, say("p99 distance from the deadline"), {.x = "x", .y = "p99_error_ns"});
    auto beyond = strategyCurves(input, {.x = "x", .y = "beyond_fraction"});
    if (points.count() > 0)
        beyond.push_back(cantelli(points));
    showSeries(chart.add(say("Sleeps beyond mean + X·σ; dashed: Cantelli")), xAxis(),
               Axis(scale, Quantity::Fraction, say("share of native sleeps")), std::move(beyond));
    if (input.advisedX) {
        for (const auto& plot : chart.plots) {
            Reference mark{Reference::Vertical, *input.advisedX, say("X %1: Diagnosis").arg(*input.advisedX)};
            mark.pen = QPen(tokens().good, 1.4, Qt::DashDotLine);
            plot->add(std::make_unique<ReferenceLayer>(std::vector{std::move(mark)}));
        }
    }
    chart.key = strategyKey(points);
    return chart;
}

} // namespace

ExperimentChartEntry xSweepChart() {
    return {
        .id = "x-sweep", .make = makeXSweep, .sketch = sketch::crossing, .offersLog = true, .overlays = true};
}

} // namespace jitterscope::ui
