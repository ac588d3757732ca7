// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Two heat maps for each strategy: with the estimator carried over, and fresh.
[[nodiscard]] ExperimentChartEntry robustnessChart();

} // namespace jitterscope::ui
