// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/experiments/accuracy.h"
#include "ui/charts/experiments/cpu_sweep.h"
#include "ui/charts/experiments/cpu_table.h"
#include "ui/charts/experiments/drift.h"
#include "ui/charts/experiments/interval_sweep.h"
#include "ui/charts/experiments/race.h"
#include "ui/charts/experiments/robustness.h"
#include "ui/charts/experiments/slack.h"
#include "ui/charts/experiments/slots.h"
#include "ui/charts/experiments/x_sweep.h"

namespace jitterscope::ui {

std::span<const ExperimentChartEntry> experimentChartCatalog() {
    static const std::vector<ExperimentChartEntry> entries{
        accuracyChart(), intervalSweepChart(), cpuTableChart(), cpuSweepChart(), robustnessChart(),
        xSweepChart(),   driftChart(),         slotsChart(),    slackChart(),    raceChart(),
    };
    return entries;
}

} // namespace jitterscope::ui
