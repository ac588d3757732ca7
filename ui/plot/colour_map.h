// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace jitterscope::ui {

/// Cividis: perceptually even, the same for colour-blind eyes. 0: dark blue, 1: yellow; clamped.
[[nodiscard]] QColor mapColour(double share);

} // namespace jitterscope::ui
