// SPDX-License-Identifier: MIT
#include "core/scene/canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::scene {
namespace {

/// The text without its last letter.
std::string_view shorter(std::string_view text) {
    std::size_t end = text.size() - 1;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end);
}

} // namespace

Letters Letters::large() const noexcept {
    constexpr double kLarger = 1.6;
    Letters made = *this;
    for (double* size : {&made.note, &made.title, &made.figure, &made.line, &made.tall})
        *size = std::ceil(*size * kLarger * 10) / 10;
    made.gap = 6;
    made.pen = 2.6;
    return made;
}

StrokeLook seriesLook(std::size_t index, double width) {
    static constexpr std::array<std::pair<Ink, std::string_view>, 7> kLooks{{{Ink::Second, "9 3"},
                                                                             {Ink::Late, "3 3"},
                                                                             {Ink::First, ""},
                                                                             {Ink::Violet, "9 3 2 3"},
                                                                             {Ink::Good, "5 3"},
                                                                             {Ink::Muted, "2 2"},
                                                                             {Ink::Text, "12 4"}}};
    const auto& [ink, dashes] = kLooks[index % kLooks.size()];
    return {ink, width, dashes};
}

void Canvas::write(const Box& area, std::string_view words, const TextLook& look) {
    if (words.empty())
        return;
    const double x = look.anchor == Anchor::Start ? area.left
                     : look.anchor == Anchor::End ? area.right
                                                  : area.middle().x;
    constexpr double kBase = 0.36; // of the size: from the middle of the letters to their base line
    picture.text(x, std::round(area.middle().y + kBase * look.size), words, look);
}

void Canvas::writeWithin(const Box& area, std::string_view words, const TextLook& look) {
    if (widthOf(words, look) <= area.width() + 0.5) {
        write(area, words, look);
        return;
    }
    const double room = area.width() - widthOf("…", look);
    while (!words.empty() && widthOf(words, look) > room)
        words = shorter(words);
    if (!words.empty())
        write(area, std::string(words) + "…", look);
}

void Canvas::wrap(const Box& area, std::string_view words, const TextLook& look) {
    const double high = look.size * letters.line / letters.note;
    Box line = area.head(high);
    while (!words.empty()) {
        std::size_t end = std::min(words.find(' '), words.size());
        while (end < words.size()) {
            const std::size_t next = std::min(words.find(' ', end + 1), words.size());
            if (widthOf(words.substr(0, next), look) > area.width())
                break;
            end = next;
        }
        const bool last = line.bottom + high > area.bottom + 1; // what is left ends with an ellipsis
        writeWithin(line, last ? words : words.substr(0, end), look);
        if (last)
            return;
        words.remove_prefix(std::min(end + 1, words.size()));
        line = line.moved(0, high);
    }
}

void Canvas::line(const Point& from, const Point& to, const StrokeLook& look) {
    picture.line(from.x, from.y, to.x, to.y, look);
}

void Canvas::curve(std::vector<Point> points, const StrokeLook& look) {
    if (points.size() > 1)
        picture.stroke({Outline{std::move(points), false}}, look);
}

void Canvas::wash(const Box& area, Ink ink, double opacity) {
    picture.rect(area.left, area.top, area.width(), area.height(), ink, opacity);
}

void Canvas::box(const Box& area, const AreaLook& look, double share) {
    picture.shapes.emplace_back(BoxShape{{area.left, area.top}, area.width(), area.height(), look, share});
}

void Canvas::dot(const Point& at, double radius, Ink ink) {
    picture.circle(at.x, at.y, radius + 0.5, Ink::Card);
    picture.circle(at.x, at.y, radius - 0.5, ink);
}

void Canvas::stamp(const std::shared_ptr<const Picture>& what, const Point& at, double scale,
                   double opacity) {
    picture.shapes.emplace_back(StampShape{what, at, scale, opacity});
}

bool Labels::isFree(const Box& area) const {
    return m_bounds.contains(area) &&
           std::ranges::none_of(m_taken, [&area](const Box& other) { return other.overlaps(area); });
}

Box Labels::placeFor(double width, double height, const Point& anchor, Side side) const {
    constexpr double kAway = 5;
    const auto at = [&](Side where, double more) {
        double left = where.x < 0   ? anchor.x - kAway - width
                      : where.x > 0 ? anchor.x + kAway
                                    : anchor.x - width / 2;
        double top = where.y < 0   ? anchor.y - 2 - more - height
                     : where.y > 0 ? anchor.y + 2 + more
                                   : anchor.y - height / 2;
        left = std::clamp(left, m_bounds.left, std::max(m_bounds.left, m_bounds.right - width));
        top = std::clamp(top, m_bounds.top, std::max(m_bounds.top, m_bounds.bottom - height));
        return boxAt(left, top, width, height);
    };
    for (double more = 0; more < 4 * height; more += height / 2) {
        for (const Side where : {side, kAboveLeft, kAboveRight, kBelowLeft, kBelowRight, kLeft, kRight}) {
            if (const Box area = at(where, more); isFree(area))
                return area;
        }
    }
    return at(side, 0);
}

void Labels::add(const Point& anchor, Side side, std::string_view words, Ink ink) {
    constexpr double kGround = 0.88;
    const Box area = placeFor(m_canvas->widthOf(words) + 4, m_canvas->letters.line, anchor, side);
    m_taken.push_back(area);
    m_canvas->wash(area, Ink::Card, kGround);
    m_canvas->write(area, words, m_canvas->note(ink, Anchor::Middle));
}

} // namespace jitterscope::scene
