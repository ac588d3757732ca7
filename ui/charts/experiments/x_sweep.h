// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// What X buys: late frames, CPU, p99, and the share of sleeps beyond mean + X·σ with Cantelli's bound.
[[nodiscard]] ExperimentChartEntry xSweepChart();

} // namespace jitterscope::ui
