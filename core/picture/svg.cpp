// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/text.h"
#include "core/picture/hatch.h"
#include "core/picture/picture.h"

#include <cmath>
#include <cstdint>

namespace jitterscope {
namespace {

/// The rules for dark screens. Every picture contains them, and they are the same in all. Printers take the
/// light colours.
std::string darkRules() {
    std::string rules = "<style>@media screen and (prefers-color-scheme:dark){";
    for (const InkShade& shade : inkShades()) {
        const std::string name(shade.name);
        const std::string dark(shade.dark);
        rules += ".jf-" + name + "{fill:" + dark + "}.js-" + name + "{stroke:" + dark + "}";
    }
    return rules + "}</style>\n";
}

std::string attribute(std::string_view name, double value) {
    return " " + std::string(name) + "=\"" + svgNumber(value) + "\"";
}

std::string opacityOf(std::string_view what, double opacity) {
    return opacity < 1 ? attribute(std::string(what) + "-opacity", opacity) : std::string();
}

std::string pointText(const Point& point) {
    return svgNumber(point.x) + " " + svgNumber(point.y);
}

/// Writes shape after shape.
class Writer {
public:
    explicit Writer(SvgTheme theme) : m_theme(theme) {}

    void operator()(const RectShape& rect) {
        m_text += "<rect" + attribute("x", rect.corner.x) + attribute("y", rect.corner.y) +
                  attribute("width", rect.width) + attribute("height", rect.height) +
                  (rect.radius > 0 ? attribute("rx", rect.radius) : std::string()) + filled(rect.fill) +
                  opacityOf("fill", rect.opacity) + "/>\n";
    }

    void operator()(const ShadeShape& cell) {
        m_text += "<rect" + attribute("x", cell.corner.x) + attribute("y", cell.corner.y) +
                  attribute("width", cell.width) + attribute("height", cell.height) + " fill=\"" +
                  mapColour(cell.share) + "\"/>\n";
    }

    void operator()(const LineShape& line) {
        m_text += "<line" + attribute("x1", line.from.x) + attribute("y1", line.from.y) +
                  attribute("x2", line.to.x) + attribute("y2", line.to.y) + stroked(line.look) + "/>\n";
    }

    void operator()(const CircleShape& circle) {
        disc(circle.centre, circle.radius, circle.ink, circle.opacity);
        if (circle.hollow)
            disc(circle.centre, circle.radius - kRingWidth, Ink::Card, 1);
    }

    void operator()(const DiamondShape& diamond) {
        const std::string r = svgNumber(diamond.radius);
        const Point top{diamond.centre.x, diamond.centre.y - diamond.radius};
        fill("M" + pointText(top) + "l" + r + " " + r + "l-" + r + " " + r + "l-" + r + " -" + r + "z",
             diamond.ink, 1);
    }

    void operator()(const FillShape& area) { fill(pathData(area.path), area.ink, area.opacity); }

    void operator()(const StrokeShape& stroke) {
        m_text += "<path d=\"" + pathData(stroke.path) + "\" fill=\"none\"" + stroked(stroke.look) + "/>\n";
    }

    void operator()(const TextShape& text) {
        const TextLook& look = text.look;
        m_text += "<text" + attribute("x", text.at.x) + attribute("y", text.at.y) +
                  attribute("font-size", look.size) + " font-family=\"" +
                  (look.figures ? "monospace" : "sans-serif") + "\"";
        if (look.bold)
            m_text += " font-weight=\"bold\"";
        if (look.anchor != Anchor::Start)
            m_text +=
                std::string(" text-anchor=\"") + (look.anchor == Anchor::Middle ? "middle" : "end") + "\"";
        m_text += filled(look.ink) + ">" + markupText(text.text) + "</text>\n";
    }

    void operator()(const BoxShape& box) {
        (*this)(RectShape{box.corner, box.width, box.height, box.look.ink, groundOf(box)});
        Path lines = hatchPath(box);
        lines.push_back(edgeOf(box));
        (*this)(StrokeShape{std::move(lines), {box.look.ink, 1, {}}});
    }

    void operator()(const StampShape& stamp) {
        m_text += "<g transform=\"translate(" + pointText(stamp.corner) + ") scale(" +
                  svgNumber(stamp.scale) + ")\"" +
                  (stamp.opacity < 1 ? attribute("opacity", stamp.opacity) : std::string()) + ">\n";
        for (const Shape& shape : stamp.picture->shapes)
            std::visit(*this, shape);
        m_text += "</g>\n";
    }

    [[nodiscard]] std::string take() { return std::move(m_text); }

private:
    void disc(const Point& centre, double radius, Ink ink, double opacity) {
        m_text += "<circle" + attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
                  filled(ink) + opacityOf("fill", opacity) + "/>\n";
    }

    void fill(const std::string& data, Ink ink, double opacity) {
        m_text += "<path d=\"" + data + "\"" + filled(ink) + opacityOf("fill", opacity) + "/>\n";
    }

    /// ` fill="#0072b2"`, and the class that changes it in the dark.
    [[nodiscard]] std::string filled(Ink ink) const { return painted("fill", "jf-", ink); }

    [[nodiscard]] std::string stroked(const StrokeLook& look) const {
        std::string text = painted("stroke", "js-", look.ink) + attribute("stroke-width", look.width);
        if (!look.dashes.empty())
            text += " stroke-dasharray=\"" + look.dashes + "\"";
        text += opacityOf("stroke", look.opacity);
        if (look.round)
            text += " stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        return text;
    }

    [[nodiscard]] std::string painted(const std::string& attribute, const std::string& prefix,
                                      Ink ink) const {
        std::string text =
            " " + attribute + "=\"" + std::string(inkColour(ink, m_theme == SvgTheme::Dark)) + "\"";
        if (m_theme == SvgTheme::Automatic)
            text +=
                " class=\"" + prefix + std::string(inkShades()[static_cast<std::size_t>(ink)].name) + "\"";
        return text;
    }

    SvgTheme m_theme;
    std::string m_text;
};

} // namespace

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

std::string pathData(const Path& path) {
    std::string data;
    for (const Outline& outline : path) {
        for (std::size_t i = 0; i < outline.points.size(); ++i) {
            const Point& point = outline.points[i];
            // Areas of columns have thousands of upright and level edges.
            if (i == 0)
                data += "M" + pointText(point);
            else if (outline.closed && point.x == outline.points[i - 1].x)
                data += "V" + svgNumber(point.y);
            else if (outline.closed && point.y == outline.points[i - 1].y)
                data += "H" + svgNumber(point.x);
            else
                data += "L" + pointText(point);
        }
        if (outline.closed)
            data += "z";
    }
    return data;
}

std::string svgText(const Picture& picture, SvgTheme theme) {
    if (picture.empty())
        return {};
    const std::string w = svgNumber(picture.width);
    const std::string h = svgNumber(picture.height);
    std::string head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + w + "\" height=\"" + h +
                       "\" viewBox=\"0 0 " + w + " " + h + "\" role=\"img\">\n<title>" +
                       markupText(picture.title) + "</title>\n<desc>" + markupText(picture.description) +
                       "</desc>\n";
    if (theme == SvgTheme::Automatic)
        head += darkRules();
    Writer writer(theme);
    writer(RectShape{{}, picture.width, picture.height, Ink::Card});
    for (const Shape& shape : picture.shapes)
        std::visit(writer, shape);
    return head + writer.take() + "</svg>\n";
}

} // namespace jitterscope
