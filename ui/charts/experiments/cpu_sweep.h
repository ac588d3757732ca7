// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// CPU against interval, one curve for each strategy.
[[nodiscard]] ExperimentChartEntry cpuSweepChart();

} // namespace jitterscope::ui
