// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/figure.h"

namespace jitterscope::ui {

/// Timelines of slots run and lost, one a policy.
[[nodiscard]] FigureEntry slotsFigure();

} // namespace jitterscope::ui
