// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/ink.h"

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jitterscope {

/// A place in a picture: px from its top left corner.
struct Point {
    double x = 0;
    double y = 0;

    friend bool operator==(const Point&, const Point&) = default;
};

/// Straight lines from point to point.
struct Outline {
    std::vector<Point> points;
    bool closed = false; ///< the last point leads back to the first

    friend bool operator==(const Outline&, const Outline&) = default;
};

/// Lines and areas that are drawn as one.
using Path = std::vector<Outline>;

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
    std::string dashes = {}; ///< px of dash and gap, `4 3`; empty: solid
    bool round = false;      ///< ends and corners
    double opacity = 1;
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

/// A cell of a map of colours (mapColour()). Its edges are put on whole px, so that cells leave no seams.
struct ShadeShape {
    Point corner; ///< top left
    double width = 0;
    double height = 0;
    double share = 0; ///< 0 … 1
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
    bool hollow = false; ///< a ring, filled with the card's colour
    double opacity = 1;
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

/// A box that is filled thinly, hatched and edged, so that it is told from others without its colour.
struct BoxShape {
    Point corner; ///< top left
    double width = 0;
    double height = 0;
    AreaLook look;
    double opacity = 0.4; ///< of the ground; under a hatch the ground has a third of it
};

struct Picture;

/// A small picture at a place, without its ground. Pictures that move show the same ones again and again, so
/// a painter may keep what one looks like.
struct StampShape {
    std::shared_ptr<const Picture> picture; ///< not null
    Point corner;                           ///< top left
    double scale = 1;
    double opacity = 1;
};

using Shape = std::variant<RectShape, ShadeShape, LineShape, CircleShape, DiamondShape, FillShape,
                           StrokeShape, TextShape, BoxShape, StampShape>;

/// The four edges of a box.
[[nodiscard]] Outline edgeOf(const BoxShape& box);
/// How strong the ground of a box is.
[[nodiscard]] constexpr double groundOf(const BoxShape& box) noexcept {
    return box.look.hatch == Hatch::Solid ? box.opacity : box.opacity / 3;
}

/// Width of a hollow circle's ring.
constexpr double kRingWidth = 1.5; // px

/// A picture as a value: shapes on the card's colour, drawn in their order. svgText() writes it and
/// paintPicture() (ui/plot/painting.h) paints it, so every medium shows the same.
struct Picture {
    double width = 0;        ///< px
    double height = 0;       ///< px
    std::string title;       ///< what a screen reader says first
    std::string description; ///< what it says next
    std::vector<Shape> shapes;

    [[nodiscard]] bool empty() const noexcept { return shapes.empty(); }

    void rect(double x, double y, double wide, double high, Ink fill, double opacity = 1, double radius = 0);
    void shade(double x, double y, double wide, double high, double share);
    void line(double x0, double y0, double x1, double y1, const StrokeLook& look);
    void circle(double x, double y, double radius, Ink ink, bool hollow = false, double opacity = 1);
    void diamond(double x, double y, double radius, Ink ink);
    void fill(Path path, Ink ink, double opacity = 1);
    void stroke(Path path, const StrokeLook& look);
    void text(double x, double y, std::string_view words, const TextLook& look = {});
};

/// An estimate of a text's width in px that suits all fonts that may be used; it is rather too large.
[[nodiscard]] double roomFor(std::string_view text, const TextLook& look);
/// Measures a text in px, in the medium that will show it.
using Ruler = double (*)(std::string_view text, const TextLook& look);

/// The colours of an SVG. Automatic is light or dark as the reader's system is; it uses CSS, for browsers.
/// Light and Dark use plain attributes only, which renderers of SVG Tiny (Qt's) understand.
enum class SvgTheme { Automatic, Light, Dark };

/// The picture as a whole `<svg>` element; an empty text for an empty picture. Texts are escaped. It has only
/// generic font families, no ids (several pictures stand in one page), no scripts, no outside references.
[[nodiscard]] std::string svgText(const Picture& picture, SvgTheme theme = SvgTheme::Automatic);

/// A number as SVG takes it: C locale, two decimals at most, never an exponent; 0 if it is not finite.
[[nodiscard]] std::string svgNumber(double value);
/// A path's data, as of `d`.
[[nodiscard]] std::string pathData(const Path& path);

} // namespace jitterscope
