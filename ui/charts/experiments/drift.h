// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// How far each loop policy is behind, a line a policy.
[[nodiscard]] ExperimentChartEntry driftChart();

} // namespace jitterscope::ui
