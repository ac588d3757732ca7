// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"
#include "core/experiment/experiments/experiments.h"

namespace jitterscope {

std::span<const ExperimentEntry> experimentCatalog() {
    static const std::vector<ExperimentEntry> entries{
        accuracyEntry(), intervalSweepEntry(), cpuTableEntry(), cpuSweepEntry(), robustnessEntry(),
        xSweepEntry(),   driftEntry(),         slotsEntry(),    slackEntry(),    raceEntry(),
    };
    return entries;
}

} // namespace jitterscope
