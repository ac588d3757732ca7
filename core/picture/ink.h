// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace jitterscope {

/// A colour by its meaning: one table for the window, for reports and for paper.
enum class Ink { Card, Hairline, Border, Text, Muted, First, Second, Late, Good, Violet };

/// How an area is marked besides its colour, so that nothing is told by colour alone.
enum class Hatch { Solid, RisingLines, FallingLines, HorizontalLines, VerticalLines, Grid };

/// An ink and a hatch together, so that nobody has to tell areas apart by one of them alone.
struct AreaLook {
    Ink ink = Ink::Text;
    Hatch hatch = Hatch::Solid;
};

/// An ink in light and in dark, as `#rrggbb`.
struct InkShade {
    Ink ink;
    std::string_view name; ///< lower case, for a class of CSS
    std::string_view light;
    std::string_view dark;
};

/// All inks, in the order of their enumeration.
[[nodiscard]] std::span<const InkShade> inkShades() noexcept;
/// The colour as `#rrggbb`.
[[nodiscard]] std::string_view inkColour(Ink ink, bool dark) noexcept;

} // namespace jitterscope
