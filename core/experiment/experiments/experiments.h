// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

// What each experiment measures, one file each.

/// `accuracy`: figure 1 of article 1, mean, smallest and largest error of every strategy.
[[nodiscard]] ExperimentEntry accuracyEntry();
/// `cpu-sweep`: figure 3 of article 1, CPU use against the interval slept.
[[nodiscard]] ExperimentEntry cpuSweepEntry();
/// `cpu-table`: the CPU table of article 1.
[[nodiscard]] ExperimentEntry cpuTableEntry();
/// `drift`: article 2, now − iteration · period over iterations for every loop policy; article 5, the
/// long-run mean.
[[nodiscard]] ExperimentEntry driftEntry();
/// `interval-sweep`: figure 2 of article 1, requested against measured sleep over nine decades; and the
/// calibration for a recorded machine.
[[nodiscard]] ExperimentEntry intervalSweepEntry();
/// `race`: strategies against each other in interleaved blocks, with confidence intervals.
[[nodiscard]] ExperimentEntry raceEntry();
/// `robustness`: figure 4 of article 1, relative error over interval and scheduler period, with the estimator
/// carried from cell to cell, and with a new one in each cell.
[[nodiscard]] ExperimentEntry robustnessEntry();
/// `slack`: article 4, a finer timer asked of the system: requested, granted, observed.
[[nodiscard]] ExperimentEntry slackEntry();
/// `slots`: article 2, which slots run and which are lost when work takes too long.
[[nodiscard]] ExperimentEntry slotsEntry();
/// `x-sweep`: what X in mean + X·σ buys and costs.
[[nodiscard]] ExperimentEntry xSweepEntry();

} // namespace jitterscope
