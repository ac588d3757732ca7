// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/figure/experiments/experiments.h"

namespace jitterscope {
namespace {

Figure makeCpuTable(const ExperimentFigureInput& input) {
    const Points points(input.result.points);
    std::vector<ChartBar> bars;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const std::string_view id = points.word(row, "strategy");
        bars.push_back({.name = strategyName(id),
                        .ink = strategyLook(id).ink,
                        .value = points.number(row, "thread_percent"),
                        .mark = points.maybe(row, "process_percent"),
                        .before = keptValue(input.before, id, "thread_percent"),
                        .note = "process: " + said::percent(points.number(row, "process_percent"))});
    }
    Figure figure;
    figure.panels.push_back(barChart(Axis(input.log ? AxisScale::Log : AxisScale::Linear, Quantity::Percent,
                                          "CPU of the thread, of one core"),
                                     std::move(bars)));
    figure.key = {{"bar: the waiting thread · mark: the whole process · short is good"}};
    return figure;
}

} // namespace

ExperimentFigureEntry cpuTableFigure() {
    return {.id = "cpu-table", .make = makeCpuTable, .offersLog = true, .overlays = true};
}

} // namespace jitterscope
