// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/drift.h"

#include "core/pacing/pacing_catalog.h"
#include "ui/charts/experiments/sketches.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/theme/strategy_colours.h"

namespace jitterscope::ui {
namespace {

/// Policies have no colours of their own. They take the strategies' colours in order.
QPen policyPen(std::string_view id) {
    std::size_t index = 0;
    for (const PacingEntry& entry : pacingCatalog()) {
        if (entry.id == id)
            break;
        ++index;
    }
    return seriesPen(index);
}

struct Lines {
    std::vector<XySeries> series;
    std::vector<double> driftPpm; // of each series; NaN: unknown
};

Lines linesOf(const ExperimentResult& result, std::string_view strategy, bool before) {
    const Points points(result.points);
    Lines lines;
    for (const std::string& policy : points.words("policy")) {
        XySeries line{.name = format::policyName(policy) + (before ? say(" (kept)") : QString()),
                      .pen = policyPen(policy)};
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
        for (XyPoint& point : line.points)
            point.note = say("drift: %1").arg(format::ppm(ppm));
        lines.series.push_back(std::move(line));
        lines.driftPpm.push_back(ppm);
    }
    return lines;
}

ExperimentChart makeDrift(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    ExperimentChart chart;
    const auto strategies = points.words("strategy");
    for (const std::string& strategy : strategies) {
        Lines now = linesOf(input.result, strategy, false);
        if (strategy == strategies.front()) {
            for (std::size_t i = 0; i < now.series.size(); ++i)
                chart.key.append({now.series[i].name + QLatin1Char(' ') + format::ppm(now.driftPpm[i]),
                                  now.series[i].pen, false,
                                  say("%1 with %2: slope in parts per million of the period; zero is good.")
                                      .arg(now.series[i].name, format::strategyName(strategy))});
        }
        std::vector<XySeries> all;
        if (input.before != nullptr)
            all = linesOf(*input.before, strategy, true).series;
        for (XySeries& line : now.series)
            all.push_back(std::move(line));
        showSeries(
            chart.add(strategies.size() > 1 ? format::strategyName(strategy) : QString()),
            Axis(Scale::Linear, Quantity::Count, say("iteration")),
            Axis(input.log ? Scale::Log : Scale::Linear, Quantity::Time, say("now − iteration · period")),
            std::move(all));
    }
    return chart;
}

} // namespace

ExperimentChartEntry driftChart() {
    return {.id = "drift", .make = makeDrift, .sketch = sketch::fan, .offersLog = true, .overlays = true};
}

} // namespace jitterscope::ui
