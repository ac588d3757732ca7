// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure.h"

namespace jitterscope::ui {

/// Requested, granted and observed.
[[nodiscard]] FigureEntry slackFigure();

} // namespace jitterscope::ui
