// SPDX-License-Identifier: MIT
#include "core/picture/svg.h"

#include "core/base/parse.h"
#include "core/base/shown_text.h"

#include <array>
#include <cmath>

namespace jitterscope {
namespace {

struct Shade {
    Ink ink;
    std::string_view name; ///< of its class
    std::string_view light;
    std::string_view dark;
};

// The window's colours (ui/theme), with a contrast of at least 4.5 : 1 where they carry text.
constexpr std::array kShades{
    Shade{Ink::Card, "card", "#ffffff", "#1f242c"},
    Shade{Ink::Hairline, "hairline", "#e1e5ea", "#2e3540"},
    Shade{Ink::Border, "border", "#b9c1cc", "#4a5362"},
    Shade{Ink::Text, "text", "#1d2430", "#e6e9ef"},
    Shade{Ink::Muted, "muted", "#5f697d", "#98a2b3"},
    Shade{Ink::First, "first", "#0072b2", "#4cc2ff"},
    Shade{Ink::Second, "second", "#ae4f08", "#f0b429"},
    Shade{Ink::Late, "late", "#c2361b", "#ff6b6b"},
    Shade{Ink::Good, "good", "#0a7350", "#3ddc97"},
    Shade{Ink::Violet, "violet", "#9b3d79", "#d88cb8"},
};

const Shade& shadeOf(Ink ink) noexcept {
    return kShades[static_cast<std::size_t>(ink)];
}

/// Every picture brings the rules, which are the same in all of them. Printers take the light ones.
std::string darkRules() {
    std::string rules = "<style>@media screen and (prefers-color-scheme:dark){";
    for (const Shade& shade : kShades) {
        const std::string name(shade.name);
        const std::string dark(shade.dark);
        rules += ".jf-" + name + "{fill:" + dark + "}.js-" + name + "{stroke:" + dark + "}";
    }
    return rules + "}</style>\n";
}

std::string attribute(std::string_view name, double value) {
    return " " + std::string(name) + "=\"" + svgNumber(value) + "\"";
}

std::string opacityOf(double opacity) {
    return opacity < 1 ? attribute("fill-opacity", opacity) : std::string();
}

std::string_view anchorName(Anchor anchor) noexcept {
    switch (anchor) {
    case Anchor::Middle:
        return "middle";
    case Anchor::End:
        return "end";
    case Anchor::Start:
        break;
    }
    return "start";
}

} // namespace

std::string_view inkColour(Ink ink, bool dark) noexcept {
    return dark ? shadeOf(ink).dark : shadeOf(ink).light;
}

std::string svgNumber(double value) {
    if (!std::isfinite(value))
        return "0";
    std::string text = decimalText(value, 2);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text;
}

SvgWriter::SvgWriter(double width, double height, SvgTheme theme, std::string_view title,
                     std::string_view description)
    : m_theme(theme) {
    const std::string w = svgNumber(width);
    const std::string h = svgNumber(height);
    m_text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
             "\" viewBox=\"0 0 " + w + " " + h + "\" role=\"img\">\n<title>" + markupText(title) +
             "</title>\n<desc>" + markupText(description) + "</desc>\n";
    if (theme == SvgTheme::Automatic)
        m_text += darkRules();
    rect(0, 0, width, height, Ink::Card);
}

std::string SvgWriter::painted(std::string_view attribute, Ink ink) const {
    const Shade& shade = shadeOf(ink);
    std::string text =
        " " + std::string(attribute) + "=\"" + std::string(inkColour(ink, m_theme == SvgTheme::Dark)) + "\"";
    if (m_theme == SvgTheme::Automatic)
        text += std::string(attribute == "fill" ? " class=\"jf-" : " class=\"js-") + std::string(shade.name) +
                "\"";
    return text;
}

std::string SvgWriter::filled(Ink ink) const {
    return painted("fill", ink);
}

std::string SvgWriter::stroked(const StrokeLook& look) const {
    std::string text = painted("stroke", look.ink) + attribute("stroke-width", look.width);
    if (!look.dashes.empty())
        text += " stroke-dasharray=\"" + std::string(look.dashes) + "\"";
    return text;
}

void SvgWriter::rect(double x, double y, double width, double height, Ink fill, double opacity,
                     double radius) {
    m_text += "<rect" + attribute("x", x) + attribute("y", y) + attribute("width", width) +
              attribute("height", height) + (radius > 0 ? attribute("rx", radius) : std::string()) +
              filled(fill) + opacityOf(opacity) + "/>\n";
}

void SvgWriter::line(double x0, double y0, double x1, double y1, const StrokeLook& look) {
    m_text += "<line" + attribute("x1", x0) + attribute("y1", y0) + attribute("x2", x1) +
              attribute("y2", y1) + stroked(look) + "/>\n";
}

void SvgWriter::circle(double x, double y, double radius, Ink ink, bool hollow) {
    const auto disc = [&](double r, Ink fill) {
        m_text +=
            "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", r) + filled(fill) + "/>\n";
    };
    constexpr double kRim = 1.5;
    disc(radius, ink);
    if (hollow)
        disc(radius - kRim, Ink::Card);
}

void SvgWriter::diamond(double x, double y, double radius, Ink ink) {
    const std::string r = svgNumber(radius);
    fillPath("M" + svgNumber(x) + " " + svgNumber(y - radius) + "l" + r + " " + r + "l-" + r + " " + r +
                 "l-" + r + " -" + r + "z",
             ink);
}

void SvgWriter::fillPath(const std::string& data, Ink fill, double opacity) {
    m_text += "<path d=\"" + data + "\"" + filled(fill) + opacityOf(opacity) + "/>\n";
}

void SvgWriter::strokePath(const std::string& data, const StrokeLook& look) {
    m_text += "<path d=\"" + data + "\" fill=\"none\"" + stroked(look) + "/>\n";
}

void SvgWriter::text(double x, double y, std::string_view text, const TextLook& look) {
    m_text += "<text" + attribute("x", x) + attribute("y", y) + attribute("font-size", look.size) +
              " font-family=\"" + (look.figures ? "monospace" : "sans-serif") + "\"";
    if (look.bold)
        m_text += " font-weight=\"bold\"";
    if (look.anchor != Anchor::Start)
        m_text += " text-anchor=\"" + std::string(anchorName(look.anchor)) + "\"";
    m_text += filled(look.ink) + ">" + markupText(text) + "</text>\n";
}

std::string SvgWriter::finish() {
    m_text += "</svg>\n";
    return std::move(m_text);
}

} // namespace jitterscope
