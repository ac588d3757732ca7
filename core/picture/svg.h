// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace jitterscope {

/// Whose eyes a figure is for. Automatic: light, and dark where the reader's system is, by CSS; for browsers.
/// Light and Dark have plain attributes alone, which renderers of SVG Tiny (Qt's) understand.
enum class SvgTheme { Automatic, Light, Dark };

/// A colour by its meaning, in light and dark.
enum class Ink { Card, Hairline, Border, Text, Muted, First, Second, Late, Good, Violet };

/// The colour as `#rrggbb`.
[[nodiscard]] std::string_view inkColour(Ink ink, bool dark) noexcept;

/// A number as SVG takes it: C locale, two decimals at most, never an exponent; 0 if it is not finite.
[[nodiscard]] std::string svgNumber(double value);

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
    std::string_view dashes; ///< `4 3`; empty: solid
};

/// Writes one SVG picture, element by element; coordinates in px from the top left corner. Texts are escaped.
/// No fonts but the generic families, no ids (several pictures stand in one page), no scripts, no references.
class SvgWriter {
public:
    /// `title` and `description` are what a screen reader says.
    SvgWriter(double width, double height, SvgTheme theme, std::string_view title,
              std::string_view description);

    void rect(double x, double y, double width, double height, Ink fill, double opacity = 1,
              double radius = 0);
    void line(double x0, double y0, double x1, double y1, const StrokeLook& look);
    void circle(double x, double y, double radius, Ink ink, bool hollow = false);
    void diamond(double x, double y, double radius, Ink ink);
    /// `data` as of a path's `d`.
    void fillPath(const std::string& data, Ink fill, double opacity = 1);
    void strokePath(const std::string& data, const StrokeLook& look);
    void text(double x, double y, std::string_view text, const TextLook& look = {});
    /// The whole element; call it once.
    [[nodiscard]] std::string finish();

private:
    /// ` fill="#0072b2"`, and the class that changes it in the dark.
    [[nodiscard]] std::string filled(Ink ink) const;
    [[nodiscard]] std::string stroked(const StrokeLook& look) const;
    [[nodiscard]] std::string painted(std::string_view attribute, Ink ink) const;

    SvgTheme m_theme;
    std::string m_text;
};

} // namespace jitterscope
