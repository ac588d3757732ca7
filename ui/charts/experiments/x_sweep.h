// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure.h"

namespace jitterscope::ui {

/// What X buys: late frames, CPU, p99, and the share of sleeps beyond beside Cantelli's bound.
[[nodiscard]] FigureEntry xSweepFigure();

} // namespace jitterscope::ui
