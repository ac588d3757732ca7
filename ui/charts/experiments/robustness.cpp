// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/robustness.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/format/plan_text.h"
#include "ui/plot/layers/heat.h"

namespace jitterscope::ui {
namespace {

QString titleOf(std::string_view estimator) {
    if (estimator == "carried")
        return say("Estimator carried over, as in the article");
    return estimator == "fresh" ? say("Estimator fresh in each cell") : format::text(estimator);
}

ExperimentChart makeRobustness(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    Axis colours(input.log ? Scale::Log : Scale::Linear, Quantity::Fraction, say("relative error"));
    for (std::size_t row = 0; row < points.count(); ++row)
        colours.include(points.number(row, "relative_error"));
    colours.settle();
    ExperimentChart chart;
    const auto strategies = points.words("strategy");
    for (const std::string& strategy : strategies) {
        for (const std::string& estimator : points.words("estimator")) {
            std::vector<HeatCell> cells;
            for (std::size_t row = 0; row < points.count(); ++row) {
                if (points.word(row, "strategy") == strategy && points.word(row, "estimator") == estimator)
                    cells.push_back({points.number(row, "interval_ms"), points.number(row, "period_ms"),
                                     points.number(row, "relative_error")});
            }
            QString title = titleOf(estimator);
            if (strategies.size() > 1)
                title = format::strategyName(strategy) + QStringLiteral(" · ") + title;
            showHeat(chart.add(title), say("interval, ms"), say("scheduler period, ms"), colours, cells);
        }
    }
    chart.key = {keyText(say("one scale for all maps · dark is good"))};
    return chart;
}

} // namespace

ExperimentChartEntry robustnessChart() {
    return {.id = "robustness", .make = makeRobustness, .sketch = sketch::heat, .offersLog = true};
}

} // namespace jitterscope::ui
