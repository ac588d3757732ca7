// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// How far behind each loop policy is, one line for each.
[[nodiscard]] ExperimentChartEntry driftChart();

} // namespace jitterscope::ui
