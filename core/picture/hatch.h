// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

namespace jitterscope {

/// How an area is marked besides its colour, so that nothing is told by colour alone.
enum class Hatch { Solid, RisingLines, FallingLines, HorizontalLines, VerticalLines, Grid };

/// A column of an area: x grows from left to right, y from top to bottom.
struct AreaColumn {
    double left = 0;
    double right = 0;
    double top = 0;
    double bottom = 0; ///< not above top; equal: the area is empty here
};

/// The outline of columns that follow each other, as a path's data; empty columns are left out.
[[nodiscard]] std::string areaPath(std::span<const AreaColumn> columns);

/// The hatch's lines inside the columns, as a path's data to be stroked; empty for Solid. Lines go on from
/// column to column, so their number depends on the area's size, not on the number of columns. (SVG's own
/// patterns need ids, and not every renderer knows them.)
[[nodiscard]] std::string hatchPath(std::span<const AreaColumn> columns, Hatch hatch);

} // namespace jitterscope
