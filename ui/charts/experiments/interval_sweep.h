// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Requested against measured, log-log; a calibration as curves of its quantiles.
[[nodiscard]] ExperimentChartEntry intervalSweepChart();

} // namespace jitterscope::ui
