// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Measured against requested, log-log. A calibration: oversleep against length, with its median and its
/// ends.
[[nodiscard]] ExperimentChartEntry intervalSweepChart();

} // namespace jitterscope::ui
