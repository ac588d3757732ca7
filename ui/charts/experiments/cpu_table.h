// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Bars of CPU; the process as a mark beside the thread.
[[nodiscard]] ExperimentChartEntry cpuTableChart();

} // namespace jitterscope::ui
