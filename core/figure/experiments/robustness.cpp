// SPDX-License-Identifier: MIT
#include "core/figure/experiments/experiments.h"

namespace jitterscope {
namespace {

std::string mapTitle(std::string_view estimator) {
    if (estimator == "carried")
        return "Estimator carried over, as in the article";
    return estimator == "fresh" ? "Estimator fresh in each cell" : std::string(estimator);
}

Figure makeRobustness(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    Axis colours(input.log ? AxisScale::Log : AxisScale::Linear, Quantity::Fraction, "relative error");
    for (std::size_t row = 0; row < points.count(); ++row)
        colours.include(points.number(row, "relative_error"));
    colours.settle();
    Figure figure;
    const auto strategies = points.words("strategy");
    for (const std::string& strategy : strategies) {
        for (const std::string& estimator : points.words("estimator")) {
            std::vector<HeatValue> cells;
            for (std::size_t row = 0; row < points.count(); ++row) {
                if (points.word(row, "strategy") == strategy && points.word(row, "estimator") == estimator)
                    cells.push_back({points.number(row, "interval_ms"), points.number(row, "period_ms"),
                                     points.number(row, "relative_error")});
            }
            figure.panels.push_back(
                heatChart((strategies.size() > 1 ? strategyName(strategy) + " · " : "") + mapTitle(estimator),
                          "interval, ms", "scheduler period, ms", colours, cells));
        }
    }
    figure.key = {{"one scale for all maps · dark is good"}};
    return figure;
}

} // namespace

ExperimentFigureEntry robustnessFigure() {
    return {.id = "robustness", .make = makeRobustness, .offersLog = true};
}

} // namespace jitterscope
