// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/interval_sweep.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/format/plan_text.h"
#include "ui/plot/layers/references.h"
#include "ui/theme/strategy_colours.h"

#include <cmath>
#include <map>

namespace jitterscope::ui {
namespace {

/// Median, least and greatest oversleep of each kind of native sleep, against its length.
ExperimentChart calibrationChart(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    std::map<std::string, std::map<double, XyPoint>> curves;
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "quantity") != "oversleep_ns")
            continue;
        const double share = points.number(row, "share");
        XyPoint& point = curves[std::string(points.word(row, "kind"))][points.number(row, "length_ns")];
        point.x = points.number(row, "length_ns");
        const double value = points.number(row, "value");
        if (share <= 0.5)
            point.y = value; // rows come in rising shares
        if (!point.ySpan)
            point.ySpan = Range{value, value};
        point.ySpan->high = value;
    }
    std::vector<XySeries> series;
    QVector<KeyItem> key;
    for (const auto& [kind, byLength] : curves) {
        const QPen pen = seriesPen(series.size());
        XySeries curve{.name = format::text(kind), .pen = pen};
        for (const auto& [length, point] : byLength)
            curve.points.push_back(point);
        series.push_back(std::move(curve));
        key.append(keyLine(format::text(kind), pen));
    }
    ExperimentChart chart;
    showSeries(chart.add(), Axis(Scale::Log, Quantity::Time, say("length asked for")),
               Axis(Scale::Log, Quantity::Time, say("overslept by (median; least to greatest)")),
               std::move(series));
    chart.key = key;
    return chart;
}

/// The shortest wait of spinning: what reading the clock costs.
std::optional<double> clockFloor(const Points& points) {
    std::optional<double> floor;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const auto least = points.maybe(row, "min_ns");
        if (points.word(row, "strategy") == "spin" && least && *least > 0 && (!floor || *least < *floor))
            floor = least;
    }
    return floor;
}

ExperimentChart makeIntervalSweep(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    if (points.has("quantity"))
        return calibrationChart(input);
    std::vector<Reference> references{{Reference::Diagonal, 0, say("measured = requested")}};
    if (const auto floor = clockFloor(points))
        references.push_back({Reference::Horizontal, *floor, say("two readings of the clock")});
    ExperimentChart chart;
    Plot& plot = chart.add();
    plot.add(std::make_unique<ReferenceLayer>(std::move(references)));
    showSeries(
        plot, Axis(Scale::Log, Quantity::Time, say("requested")),
        Axis(Scale::Log, Quantity::Time, say("measured (mean; least to greatest)")),
        strategyCurves(input, {.x = "requested_ns", .y = "measured_ns", .low = "min_ns", .high = "max_ns"}));
    chart.key = strategyKey(points);
    return chart;
}

} // namespace

ExperimentChartEntry intervalSweepChart() {
    return {.id = "interval-sweep", .make = makeIntervalSweep, .sketch = sketch::diagonal, .overlays = true};
}

} // namespace jitterscope::ui
