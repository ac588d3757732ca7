// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure.h"

namespace jitterscope::ui {

/// Late frames against CPU, a panel a rate.
[[nodiscard]] FigureEntry raceFigure();

} // namespace jitterscope::ui
