// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Late frames against CPU, one panel for each rate.
[[nodiscard]] ExperimentChartEntry raceChart();

} // namespace jitterscope::ui
