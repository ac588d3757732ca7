// SPDX-License-Identifier: MIT
#include "core/figure/experiments/experiments.h"

namespace jitterscope {
namespace {

ChartSeries slackSeries(const Points& points, const KeyEntry& key, std::string_view column, bool span) {
    ChartSeries series{.name = key.text, .look = *key.look};
    for (std::size_t row = 0; row < points.count(); ++row) {
        ChartPoint point{.x = points.number(row, "requested_ns"), .y = points.number(row, column)};
        if (span)
            point.ySpan = points.range(row, "oversleep_min_ns", "oversleep_max_ns");
        series.points.push_back(std::move(point));
    }
    return series;
}

Figure makeSlack(const ExperimentFigureInput& input) {
    Figure figure;
    figure.key = {{"granted", LineLook{Ink::Good, 1.4, {4, 2}}},
                  {"observed, median", LineLook{Ink::First, 1.6}},
                  {"observed, p99", LineLook{Ink::Second, 1.4, {1, 2}}}};
    std::vector<ChartSeries> all;
    for (const ExperimentResult* result : {input.before, &input.result}) {
        if (result == nullptr)
            continue;
        const Points points(result->points);
        const bool before = result == input.before;
        std::vector<ChartSeries> series{slackSeries(points, figure.key[0], "granted_ns", false),
                                        slackSeries(points, figure.key[1], "oversleep_p50_ns", !before),
                                        slackSeries(points, figure.key[2], "oversleep_p99_ns", false)};
        for (ChartSeries& each : series) {
            each.before = before;
            each.name += before ? " (kept)" : "";
            all.push_back(std::move(each));
        }
    }
    figure.panels.push_back(seriesChart(
        {}, Axis(AxisScale::Log, Quantity::Time, "requested of the system"),
        Axis(AxisScale::Log, Quantity::Time, "granted, and overslept by (bar: least to greatest)"),
        std::move(all), {{Reference::Diagonal, 0, "as requested"}}));
    return figure;
}

} // namespace

ExperimentFigureEntry slackFigure() {
    return {.id = "slack", .make = makeSlack, .overlays = true};
}

} // namespace jitterscope
