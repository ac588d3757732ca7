// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/cpu_table.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"
#include "ui/plot/layers/bars.h"
#include "ui/theme/strategy_colours.h"

namespace jitterscope::ui {
namespace {

std::optional<double> threadOf(const ExperimentResult* result, std::string_view strategy) {
    if (result == nullptr)
        return std::nullopt;
    const Points points(result->points);
    for (std::size_t row = 0; row < points.count(); ++row) {
        if (points.word(row, "strategy") == strategy)
            return points.maybe(row, "thread_percent");
    }
    return std::nullopt;
}

ExperimentChart makeCpuTable(const ExperimentChartInput& input) {
    const Points points(input.result.points);
    std::vector<Bar> bars;
    for (std::size_t row = 0; row < points.count(); ++row) {
        const std::string_view id = points.word(row, "strategy");
        bars.push_back(
            {.name = format::strategyName(id),
             .colour = strategyColour(id),
             .value = points.number(row, "thread_percent"),
             .mark = points.maybe(row, "process_percent"),
             .before = threadOf(input.before, id),
             .note = say("process: %1").arg(format::percent(points.number(row, "process_percent")))});
    }
    ExperimentChart chart;
    showBars(chart.add(),
             Axis(input.log ? Scale::Log : Scale::Linear, Quantity::Percent,
                  say("CPU of the thread, of one core")),
             std::move(bars));
    chart.key = {keyText(say("bar: the waiting thread · mark: the whole process · short is good"))};
    return chart;
}

} // namespace

ExperimentChartEntry cpuTableChart() {
    return {
        .id = "cpu-table", .make = makeCpuTable, .sketch = sketch::bars, .offersLog = true, .overlays = true};
}

} // namespace jitterscope::ui
