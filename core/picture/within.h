// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/box.h"
#include "core/picture/picture.h"

namespace jitterscope {

// What of a shape lies in a box.

/// Moves the ends of a straight line into the box. False: none of it lies there.
[[nodiscard]] bool cutLine(Point& from, Point& to, const Box& box);
/// The pieces of a line, one for each time it comes in.
[[nodiscard]] Path lineWithin(const Outline& line, const Box& box);
[[nodiscard]] Outline areaWithin(Outline area, const Box& box);

} // namespace jitterscope
