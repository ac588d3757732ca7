// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/axis.h"

/// What the parts of Plot share.
namespace jitterscope::ui::plotparts {

constexpr double kGap = 6; // between labels and the plot area

/// How many ticks have room along so many pixels.
[[nodiscard]] int countX(const Axis& axis, double length);
[[nodiscard]] int countY(const Axis& axis, double length);

} // namespace jitterscope::ui::plotparts
