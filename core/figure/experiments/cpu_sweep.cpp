// SPDX-License-Identifier: MIT
#include "core/figure/experiments/experiments.h"

namespace jitterscope {
namespace {

Figure makeCpuSweep(const ExperimentFigureInput& input) {
    Figure figure;
    figure.panels.push_back(seriesChart(
        {}, Axis(AxisScale::Linear, Quantity::Milliseconds, "interval"),
        Axis(input.log ? AxisScale::Log : AxisScale::Linear, Quantity::Percent, "CPU of the thread"),
        strategyCurves(input, {.x = "interval_ms", .y = "thread_percent"}),
        {{Reference::Vertical, 5, "5 ms: start value"}}));
    figure.key = strategyKey(Points(input.result.points));
    return figure;
}

} // namespace

ExperimentFigureEntry cpuSweepFigure() {
    return {.id = "cpu-sweep", .make = makeCpuSweep, .offersLog = true, .overlays = true};
}

} // namespace jitterscope
