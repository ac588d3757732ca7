// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Timelines of slots, run and lost, one for each policy.
[[nodiscard]] ExperimentChartEntry slotsChart();

} // namespace jitterscope::ui
