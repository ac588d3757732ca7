// SPDX-License-Identifier: MIT
#include "core/scene/canvas.h"

#include "core/base/said.h"
#include "core/picture/chart_letters.h"
#include "core/scene/covered_cells.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::scene {
namespace {

/// What fits text into a picture, with the ruler of its medium.
ChartLetters fitting(const Letters& letters) {
    return {.ruler = letters.ruler};
}

} // namespace

Letters Letters::large(double again) const noexcept {
    constexpr double kLarger = 1.6;
    Letters made = *this;
    for (double* size : {&made.note, &made.title, &made.figure, &made.line, &made.tall})
        *size = std::ceil(*size * kLarger * again * 10) / 10;
    made.gap = 6 * again;
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
    return {ink, width, std::string(dashes)};
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
    write(area, fitting(letters).cut(std::string(words), area.width(), look), look);
}

void Canvas::wrap(const Box& area, std::string_view text, const TextLook& look) {
    const std::vector<std::string> lines = fitting(letters).wrapped(said::unbroken(text), area.width(), look);
    const double high = look.size * letters.line / letters.note;
    Box line = area.head(high);
    for (std::size_t i = 0; i < lines.size(); ++i, line = line.moved(0, high)) {
        if (line.bottom + high > area.bottom + 1) { // the last: what is left ends with an ellipsis
            writeWithin(
                line, said::joined({lines.begin() + static_cast<std::ptrdiff_t>(i), lines.end()}, " "), look);
            return;
        }
        writeWithin(line, lines[i], look);
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

void Canvas::edge(const Box& area, const StrokeLook& look) {
    picture.stroke({Outline{{{area.left, area.top},
                             {area.right, area.top},
                             {area.right, area.bottom},
                             {area.left, area.bottom}},
                            true}},
                   look);
}

void Canvas::dot(const Point& at, double radius, Ink ink) {
    picture.circle(at.x, at.y, radius + 0.5, Ink::Card);
    picture.circle(at.x, at.y, radius - 0.5, ink);
}

void Canvas::stamp(const std::shared_ptr<const Picture>& what, const Point& at, double scale,
                   double opacity) {
    picture.shapes.emplace_back(StampShape{what, at, scale, opacity});
}

namespace {

constexpr int kDistances = 10; // half heights
constexpr double kPerDistance = 9;
constexpr double kAnywhere = kPerDistance * kDistances; // what it costs to stand anywhere else

/// Where a name may stand: sides, at growing distances, each with what it costs to be so far away.
template <typename Try>
void tryPlaces(const Box& bounds, const Point& anchor, Side first, double width, double height,
               const Try& attempt) {
    constexpr double kAway = 5;
    constexpr std::array<Side, 8> kSides{
        {kAboveRight, kAboveLeft, kBelowRight, kBelowLeft, kRight, kLeft, kBelow, {0, -1}}};
    const auto at = [&](Side where, double more, double cost) {
        double left = where.x < 0   ? anchor.x - kAway - width
                      : where.x > 0 ? anchor.x + kAway
                                    : anchor.x - width / 2;
        double top = where.y < 0   ? anchor.y - 2 - more - height
                     : where.y > 0 ? anchor.y + 2 + more
                                   : anchor.y - height / 2 + (more > 0 ? more : 0);
        left = std::clamp(left, bounds.left, std::max(bounds.left, bounds.right - width));
        top = std::clamp(top, bounds.top, std::max(bounds.top, bounds.bottom - height));
        attempt(boxAt(left, top, width, height), cost);
    };
    for (int i = 0; i < kDistances; ++i) {
        const double more = i * height / 2;
        at(first, more, kPerDistance * i);
        for (const Side where : kSides)
            at(where, more, kPerDistance * i + 4);
    }
    // Anywhere else in its bounds, at last.
    constexpr int kShifts = 24;
    for (double top = bounds.top; top + height <= bounds.bottom; top += height / 3) {
        for (int i = 0; i <= kShifts; ++i) {
            const double share = static_cast<double>(i) / kShifts;
            const double left = bounds.left + share * std::max(bounds.width() - width, 0.0);
            const double off = std::abs(left + width / 2 - anchor.x) + std::abs(top + height / 2 - anchor.y);
            attempt(boxAt(left, top, width, height), kAnywhere + off);
        }
    }
}

} // namespace

void Canvas::placeNames() {
    CoveredCells covered(*this);
    for (const Box& area : m_clear)
        covered.take(area);
    for (const Name& name : m_names) {
        const double width = widthOf(name.words) + 4;
        Box best;
        double least = 1e300;
        tryPlaces(
            name.bounds, name.anchor, name.side, width, letters.line, [&](const Box& area, double cost) {
                if (cost >= least)
                    return;
                const double under = cost < kAnywhere ? covered.under(area) : covered.underOneOfMany(area);
                if (const double all = cost + 4 * under; all < least) {
                    least = all;
                    best = area;
                }
            });
        covered.take(best);
        wash(best, Ink::Card); // where all is full, what lies under it ends at its edge
        write(best, name.words, note(name.ink, Anchor::Middle));
    }
    m_names.clear();
}

} // namespace jitterscope::scene
