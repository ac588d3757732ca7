// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/ink.h"
#include "core/picture/path.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jitterscope {

enum class Anchor { Start, Middle, End };

struct TextLook {
    Ink ink = Ink::Text;
    double size = 12; ///< px
    Anchor anchor = Anchor::Start;
    bool bold = false;
    bool figures = false; ///< in the fixed-pitch font
};

struct StrokeLook {
    Ink ink = Ink::Text;
    double width = 1;
    std::string_view dashes; ///< px of dash and gap, `4 3`, a literal; empty: solid
};

// The shapes of a picture. All lengths in px.

struct RectShape {
    Point corner; ///< top left
    double width = 0;
    double height = 0;
    Ink fill = Ink::Text;
    double opacity = 1;
    double radius = 0; ///< of its corners
};

struct LineShape {
    Point from;
    Point to;
    StrokeLook look;
};

struct CircleShape {
    Point centre;
    double radius = 0;
    Ink ink = Ink::Text;
    bool hollow = false; ///< a ring around the card's colour
};

struct DiamondShape {
    Point centre;
    double radius = 0;
    Ink ink = Ink::Text;
};

struct FillShape {
    Path path;
    Ink ink = Ink::Text;
    double opacity = 1;
};

struct StrokeShape {
    Path path;
    StrokeLook look;
};

struct TextShape {
    Point at; ///< on the base line
    std::string text;
    TextLook look;
};

/// What has been painted elsewhere.
struct ImageShape {
    Point corner; ///< top left
    double width = 0;
    double height = 0;
    std::string png; ///< the file's bytes
};

using Shape = std::variant<RectShape, LineShape, CircleShape, DiamondShape, FillShape, StrokeShape, TextShape,
                           ImageShape>;

/// Width of a hollow circle's ring.
constexpr double kRingWidth = 1.5; // px

/// A picture as a value: what is drawn, on the card's colour, first things first. svgText() (svg.h) writes it
/// and paintPicture() (ui/plot/paint_picture.h) paints it, so every medium shows the same.
struct Picture {
    double width = 0;        ///< px
    double height = 0;       ///< px
    std::string title;       ///< what a screen reader says first
    std::string description; ///< and then
    std::vector<Shape> shapes;

    [[nodiscard]] bool empty() const noexcept { return shapes.empty(); }

    void rect(double x, double y, double wide, double high, Ink fill, double opacity = 1, double radius = 0);
    void line(double x0, double y0, double x1, double y1, const StrokeLook& look);
    void circle(double x, double y, double radius, Ink ink, bool hollow = false);
    void diamond(double x, double y, double radius, Ink ink);
    void fill(Path path, Ink ink, double opacity = 1);
    void stroke(Path path, const StrokeLook& look);
    void text(double x, double y, std::string_view words, const TextLook& look = {});
};

/// Room that a text takes in any of the fonts that may be used: about, and rather too much. px
[[nodiscard]] double roomFor(std::string_view text, const TextLook& look);

} // namespace jitterscope
