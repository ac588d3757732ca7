// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Timelines of slots run and lost, one a policy.
[[nodiscard]] ExperimentChartEntry slotsChart();

} // namespace jitterscope::ui
