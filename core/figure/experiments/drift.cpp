// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/figure/experiments/experiments.h"

#include <limits>

namespace jitterscope {
namespace {

/// A line for each policy.
struct DriftLines {
    std::vector<ChartSeries> series;
    std::vector<double> driftPpm; ///< of each; NaN: unknown
};

DriftLines linesOf(const ExperimentResult& result, std::string_view strategy, bool before) {
    const Points points(result.points);
    DriftLines lines;
    for (const std::string& policy : points.words("policy")) {
        ChartSeries line{.name = policyLabel(policy) + (before ? " (kept)" : ""), .look = policyLook(policy)};
        line.before = before;
        double ppm = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t row = 0; row < points.count(); ++row) {
            if (points.word(row, "policy") != policy || points.word(row, "strategy") != strategy)
                continue;
            ppm = points.number(row, "drift_ppm");
            line.points.push_back(
                {.x = points.number(row, "iteration"), .y = points.number(row, "offset_ns")});
        }
        line.points = thinned(std::move(line.points));
        line.dots = line.points.size() < 2;
        for (ChartPoint& point : line.points)
            point.note = "drift: " + said::ppm(ppm);
        lines.series.push_back(std::move(line));
        lines.driftPpm.push_back(ppm);
    }
    return lines;
}

Figure makeDrift(const ExperimentFigureInput& input) {
    Figure figure;
    const auto strategies = Points(input.result.points).words("strategy");
    for (const std::string& strategy : strategies) {
        DriftLines now = linesOf(input.result, strategy, false);
        if (strategy == strategies.front()) {
            for (std::size_t i = 0; i < now.series.size(); ++i)
                figure.key.push_back(
                    {now.series[i].name + " " + said::ppm(now.driftPpm[i]), now.series[i].look,
                     said::say("%1 with %2: slope in parts per million of the period; zero is good.",
                               {now.series[i].name, strategyName(strategy)})});
        }
        std::vector<ChartSeries> all;
        if (input.before != nullptr)
            all = linesOf(*input.before, strategy, true).series;
        for (ChartSeries& line : now.series)
            all.push_back(std::move(line));
        figure.panels.push_back(seriesChart(
            strategies.size() > 1 ? strategyName(strategy) : "",
            Axis(AxisScale::Linear, Quantity::Count, "iteration"),
            Axis(input.log ? AxisScale::Log : AxisScale::Linear, Quantity::Time, "now − iteration · period"),
            std::move(all)));
    }
    return figure;
}

} // namespace

ExperimentFigureEntry driftFigure() {
    return {.id = "drift", .make = makeDrift, .offersLog = true, .overlays = true};
}

} // namespace jitterscope
