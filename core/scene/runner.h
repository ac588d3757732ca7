// SPDX-License-Identifier: MIT
#pragma once

#include "core/scene/canvas.h"

namespace jitterscope::scene {

/// A running figure, `height` px tall, its feet at `feet`. `phase`, in strides, decides how its legs stand.
struct Runner {
    Point feet;
    double height = 0;
    double phase = 0;
    Ink ink = Ink::Text;
    double opacity = 1;
    bool stands = false;
};

void drawRunner(Canvas& canvas, const Runner& runner);
/// What it covers; more than its body where it swings its arms.
[[nodiscard]] Box boundsOf(const Runner& runner);

} // namespace jitterscope::scene
