// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/box.h"
#include "core/picture/picture.h"

#include <memory>
#include <string>
#include <vector>

namespace jitterscope::scene {

/// The sizes of letters and gaps in a picture, px.
struct Letters {
    double note = 11;
    double title = 13;
    double figure = 12;
    double line = 13;      ///< height of a line of notes
    double gap = 4;        ///< between what stands together
    double pen = 1.6;      ///< width of a curve
    double tall = 1;       ///< factor for the height of running figures
    Ruler ruler = roomFor; ///< of the medium that will show them

    /// Letters that can be read from the last row of a class. `again`: a further factor, for a large picture.
    /// The width of curves does not grow with it.
    [[nodiscard]] Letters large(double again = 1) const noexcept;
};

// Dashes, so that nothing is told by colour alone.
inline constexpr const char* kDashed = "6 3";
inline constexpr const char* kDotted = "1 2";
inline constexpr const char* kDashDotted = "7 3 2 3";

/// How the line with this number is drawn where lines have no colours of their own. The first seven are all
/// different.
[[nodiscard]] StrokeLook seriesLook(std::size_t index, double width);

/// Where a name stands beside its anchor: −1 left or above, 1 right or below, 0 centred.
struct Side {
    int x = 0;
    int y = 0;
};
inline constexpr Side kLeft{-1, 0};
inline constexpr Side kRight{1, 0};
inline constexpr Side kBelow{0, 1};
inline constexpr Side kAboveLeft{-1, -1};
inline constexpr Side kAboveRight{1, -1};
inline constexpr Side kBelowLeft{-1, 1};
inline constexpr Side kBelowRight{1, 1};

/// A picture that is being drawn, with what drawing labs takes: texts that fit, boxes, dots.
class Canvas {
public:
    explicit Canvas(const Letters& type) : letters(type) {}

    [[nodiscard]] TextLook note(Ink ink = Ink::Text, Anchor anchor = Anchor::Start, bool bold = false) const {
        return {ink, letters.note, anchor, bold, false};
    }
    [[nodiscard]] TextLook figure(Ink ink = Ink::Text, Anchor anchor = Anchor::Start,
                                  bool bold = false) const {
        return {ink, letters.figure, anchor, bold, true};
    }
    [[nodiscard]] TextLook title() const { return {Ink::Text, letters.title, Anchor::Start, true, false}; }
    [[nodiscard]] double widthOf(std::string_view words) const { return letters.ruler(words, note()); }
    [[nodiscard]] double widthOf(std::string_view words, const TextLook& look) const {
        return letters.ruler(words, look);
    }

    /// One line in the middle of the area's height, anchored at its left edge, middle or right edge.
    void write(const Box& area, std::string_view words, const TextLook& look);
    /// The text in one line; if there is no room for all of it, as much as fits and an ellipsis.
    void writeWithin(const Box& area, std::string_view words, const TextLook& look);
    /// The text in lines from the top, broken between words, as many lines as there is room for. No line ends
    /// between a number and its unit.
    void wrap(const Box& area, std::string_view text, const TextLook& look);

    void line(const Point& from, const Point& to, const StrokeLook& look);
    void curve(std::vector<Point> points, const StrokeLook& look);
    void wash(const Box& area, Ink ink, double opacity = 1);
    /// A box that is filled thinly, hatched and edged, so that it is told from others without its colour.
    void box(const Box& area, const AreaLook& look, double share = 0.4);
    /// The edge of a box alone.
    void edge(const Box& area, const StrokeLook& look);
    /// A dot with an edge of the ground's colour.
    void dot(const Point& at, double radius, Ink ink);
    void stamp(const std::shared_ptr<const Picture>& what, const Point& at, double scale, double opacity = 1);

    /// Adds a name. placeNames() writes it at the best free place near its anchor, within `bounds`; `side` is
    /// tried first.
    void name(const Box& bounds, const Point& anchor, Side side, std::string_view words, Ink ink) {
        m_names.push_back({bounds, anchor, side, std::string(words), ink});
    }
    /// No name shall stand here.
    void keepClear(const Box& area) { m_clear.push_back(area); }
    /// Writes all names. To be called once, at the end.
    void placeNames();

    Letters letters;
    Picture picture;

private:
    struct Name {
        Box bounds;
        Point anchor;
        Side side;
        std::string words;
        Ink ink = Ink::Text;
    };
    std::vector<Name> m_names;
    std::vector<Box> m_clear;
};

} // namespace jitterscope::scene
