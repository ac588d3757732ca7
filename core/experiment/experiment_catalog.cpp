// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"
#include "core/experiment/experiments/accuracy.h"
#include "core/experiment/experiments/cpu_sweep.h"
#include "core/experiment/experiments/cpu_table.h"
#include "core/experiment/experiments/drift.h"
#include "core/experiment/experiments/interval_sweep.h"
#include "core/experiment/experiments/race.h"
#include "core/experiment/experiments/robustness.h"
#include "core/experiment/experiments/slack.h"
#include "core/experiment/experiments/slots.h"
#include "core/experiment/experiments/x_sweep.h"

namespace jitterscope {

std::span<const ExperimentEntry> experimentCatalog() {
    static const std::vector<ExperimentEntry> entries{
        accuracyEntry(), intervalSweepEntry(), cpuTableEntry(), cpuSweepEntry(), robustnessEntry(),
        xSweepEntry(),   driftEntry(),         slotsEntry(),    slackEntry(),    raceEntry(),
    };
    return entries;
}

} // namespace jitterscope
