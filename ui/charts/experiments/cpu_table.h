// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure.h"

namespace jitterscope::ui {

/// Bars of CPU; the process as a mark beside the thread.
[[nodiscard]] FigureEntry cpuTableFigure();

} // namespace jitterscope::ui
