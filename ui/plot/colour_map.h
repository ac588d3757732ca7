// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace jitterscope::ui {

/// The colour map Cividis: perceptually even, and nearly the same for colour-blind eyes. 0: dark blue, 1:
/// yellow; clamped.
[[nodiscard]] QColor mapColour(double share);

} // namespace jitterscope::ui
