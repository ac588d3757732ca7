// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/picture.h"

#include <span>
#include <string>

namespace jitterscope {

/// A column of an area: x grows from left to right, y from top to bottom.
struct AreaColumn {
    double left = 0;
    double right = 0;
    double top = 0;
    double bottom = 0; ///< not above top; equal: the area is empty here
};

/// The outline of columns that follow each other; empty columns are left out.
[[nodiscard]] Path areaPath(std::span<const AreaColumn> columns);

/// The hatch's lines inside the columns, to be stroked; empty for Solid. Lines go on from column to column,
/// so their number depends on the area's size, not on the number of columns. (SVG's own patterns need ids,
/// and not every renderer knows them.) `step`: px from line to line.
[[nodiscard]] Path hatchPath(std::span<const AreaColumn> columns, Hatch hatch, double step = 4);
/// The same inside a box whose hatch is drawn thinly.
[[nodiscard]] Path hatchPath(const BoxShape& box);

/// Draws the columns in this look.
void drawArea(Picture& picture, const AreaLook& look, std::span<const AreaColumn> columns);
/// A part of a bar, or a square of a key, in this look. `title`: what it stands for.
[[nodiscard]] Picture swatch(const AreaLook& look, double width, double height, std::string title = {});

} // namespace jitterscope
