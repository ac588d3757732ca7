// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/experiment_chart.h"

namespace jitterscope::ui {

/// Timer slack: requested, granted and observed.
[[nodiscard]] ExperimentChartEntry slackChart();

} // namespace jitterscope::ui
