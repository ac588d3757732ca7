// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Bars of the mean error with whiskers from the least to the greatest.
[[nodiscard]] ExperimentChartEntry accuracyChart();

} // namespace jitterscope::ui
