// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// A colour by its meaning: one table for the window, for reports and for paper.
/// The last seven, with First and Text, are for lines side by side (lookNumber(), chart.h).
enum class Ink {
    Card,
    Hairline,
    Border,
    Text,
    Muted,
    First,
    Second,
    Late,
    Good,
    Violet,
    Amber,
    Orange,
    Pink,
    Indigo,
    Slate,
    Olive,
    Green
};

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
/// Of a map of colours, dark for 0 and bright for 1, as `#rrggbb`. It is cividis, which looks the same to the
/// colour-blind (Nuñez, Anderton and Renslow 2018), at ninths, with straight lines between.
[[nodiscard]] std::string mapColour(double share);
/// The colour as `#rrggbb`.
[[nodiscard]] std::string_view inkColour(Ink ink, bool dark) noexcept;

} // namespace jitterscope
