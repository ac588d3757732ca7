// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/cpu_sweep.h"

#include "ui/charts/experiments/sketches.h"
#include "ui/plot/layers/references.h"

namespace jitterscope::ui {
namespace {

ExperimentChart makeCpuSweep(const ExperimentChartInput& input) {
    ExperimentChart chart;
    Plot& plot = chart.add();
    plot.add(std::make_unique<ReferenceLayer>(
        std::vector<Reference>{{Reference::Vertical, 5, say("5 ms: start value")}}));
    showSeries(plot, Axis(Scale::Linear, Quantity::Milliseconds, say("interval")),
               Axis(input.log ? Scale::Log : Scale::Linear, Quantity::Percent, say("CPU of the thread")),
               strategyCurves(input, {.x = "interval_ms", .y = "thread_percent"}));
    chart.key = strategyKey(Points(input.result.points));
    return chart;
}

} // namespace

ExperimentChartEntry cpuSweepChart() {
    return {
        .id = "cpu-sweep", .make = makeCpuSweep, .sketch = sketch::step, .offersLog = true, .overlays = true};
}

} // namespace jitterscope::ui
