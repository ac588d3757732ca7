// SPDX-License-Identifier: MIT
#include "core/figure/experiments/experiments.h"

#include <map>

namespace jitterscope {
namespace {

/// Points of a calibration: quantiles of how long native sleeps of each kind and length overslept.
Figure calibrationFigure(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    std::map<std::string, std::map<double, ChartPoint>> curves;
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "quantity") != "oversleep_ns")
            continue;
        const double share = points.number(row, "share");
        ChartPoint& point = curves[std::string(points.word(row, "kind"))][points.number(row, "length_ns")];
        point.x = points.number(row, "length_ns");
        const double value = points.number(row, "value");
        if (share <= 0.5)
            point.y = value; // rows come in rising shares
        if (!point.ySpan)
            point.ySpan = Range{value, value};
        point.ySpan->high = value;
    }
    Figure figure;
    std::vector<ChartSeries> series;
    for (const auto& [kind, byLength] : curves) {
        ChartSeries curve{.name = kind, .look = lookNumber(series.size())};
        for (const auto& [length, point] : byLength)
            curve.points.push_back(point);
        figure.key.push_back({kind, curve.look});
        series.push_back(std::move(curve));
    }
    figure.panels.push_back(seriesChart(
        {}, Axis(AxisScale::Log, Quantity::Time, "length asked for"),
        Axis(AxisScale::Log, Quantity::Time, "overslept by (median; least to greatest)"), std::move(series)));
    return figure;
}

/// The least that spin measured: two readings of the clock.
std::optional<double> clockFloor(const Points& points) {
    std::optional<double> floor;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const auto least = points.maybe(row, "min_ns");
        if (points.word(row, "strategy") == "spin" && least && *least > 0 && (!floor || *least < *floor))
            floor = least;
    }
    return floor;
}

Figure makeIntervalSweep(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    if (points.has("quantity"))
        return calibrationFigure(input);
    std::vector<Reference> references{{Reference::Diagonal, 0, "measured = requested"}};
    if (const auto floor = clockFloor(points))
        references.push_back({Reference::Horizontal, *floor, "two readings of the clock"});
    Figure figure;
    figure.panels.push_back(seriesChart(
        {}, Axis(AxisScale::Log, Quantity::Time, "requested"),
        Axis(AxisScale::Log, Quantity::Time, "measured (mean; least to greatest)"),
        strategyCurves(input, {.x = "requested_ns", .y = "measured_ns", .low = "min_ns", .high = "max_ns"}),
        std::move(references)));
    figure.key = strategyKey(points);
    return figure;
}

} // namespace

ExperimentFigureEntry intervalSweepFigure() {
    return {.id = "interval-sweep", .make = makeIntervalSweep, .overlays = true};
}

} // namespace jitterscope
