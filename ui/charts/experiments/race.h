// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Late frames against CPU, a panel a rate.
[[nodiscard]] ExperimentChartEntry raceChart();

} // namespace jitterscope::ui
