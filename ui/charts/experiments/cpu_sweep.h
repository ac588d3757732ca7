// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure.h"

namespace jitterscope::ui {

/// CPU against interval, a curve a strategy.
[[nodiscard]] FigureEntry cpuSweepFigure();

} // namespace jitterscope::ui
