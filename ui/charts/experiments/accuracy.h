// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure.h"

namespace jitterscope::ui {

/// Bars of the mean error with whiskers from the least to the greatest.
[[nodiscard]] FigureEntry accuracyFigure();

} // namespace jitterscope::ui
