// SPDX-License-Identifier: MIT
#include "core/picture/chart_drawing.h"

#include "core/picture/within.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kAfterLabels = 6;    // px between labels and the area
constexpr double kPale = 0.45;        // opacity
constexpr double kSpill = 2;          // px that a dot may stand outside
constexpr std::size_t kMostDots = 80; // of one line; more would be a smear
constexpr double kColourScale = 10;   // px wide
constexpr double kBeforeScale = 12;
constexpr int kColourTicks = 6;

TextLook anchored(TextLook look, Anchor anchor, Ink ink) {
    look.anchor = anchor;
    look.ink = ink;
    return look;
}

/// From the middle of a text of this size down to its base line, px.
double toBase(const TextLook& look) {
    return std::round(look.size * 0.36);
}

bool hasPlace(const ChartPoint& point) {
    return std::isfinite(point.x) && std::isfinite(point.y);
}

bool overlaps(const Box& box, const std::vector<Box>& others) {
    return std::ranges::any_of(others, [&](const Box& other) {
        const Box both = other.within(box);
        return both.width() > 0 && both.height() > 0;
    });
}

} // namespace

double ChartSpace::xAt(double value) const {
    return area.left + std::clamp(x.at(value), -reach, 1 + reach) * area.width();
}

double ChartSpace::yAt(double value) const {
    return area.bottom - std::clamp(y.at(value), -reach, 1 + reach) * area.height();
}

Box ChartFrame::areaIn(const Box& whole, const ChartLetters& letters) const {
    const double head = (title ? letters.line() : 0) + (heading ? letters.line() : 4) + 6;
    const double below = letters.tick.size + 8 + (foot ? letters.line() : 0);
    constexpr double kLeast = 10; // px
    Box area = whole.inset(std::min(labels, whole.width() * 0.4) + kAfterLabels, head, right, below);
    area.right = std::max(area.right, area.left + kLeast);
    area.bottom = std::max(area.bottom, area.top + kLeast);
    return area;
}

LineLook lineOf(const ChartSeries& series) {
    LineLook look = series.look;
    if (series.before)
        look = {look.ink, 1.2, {2, 3}, kPale};
    return look;
}

StrokeLook strokeOf(const LineLook& look) {
    StrokeLook stroke{look.ink, look.width, {}, false, look.opacity};
    for (const double dash : look.dashes)
        stroke.dashes += (stroke.dashes.empty() ? "" : " ") + svgNumber(dash * look.width);
    return stroke;
}

bool ChartDrawing::shows(const Point& at) const {
    return area().inset(-kSpill, -kSpill, -kSpill, -kSpill).contains(at);
}

void ChartDrawing::line(const Point& from, const Point& to, const StrokeLook& look) const {
    Point a = from;
    Point b = to;
    if (cutLine(a, b, area()))
        m_picture.line(a.x, a.y, b.x, b.y, look);
}

void ChartDrawing::stroke(const Path& path, const LineLook& look) const {
    Path seen;
    for (const Outline& part : path) {
        if (m_space.reach > 0)
            std::ranges::move(lineWithin(part, area()), std::back_inserter(seen));
        else if (part.points.size() > 1)
            seen.push_back(part);
    }
    if (!seen.empty())
        m_picture.stroke(std::move(seen), strokeOf(look));
}

void ChartDrawing::ground(Outline line, Ink ink, double opacity) const {
    if (line.points.empty())
        return;
    line.points.push_back({line.points.back().x, area().bottom});
    line.points.push_back({line.points.front().x, area().bottom});
    line.closed = true;
    if (m_space.reach > 0)
        line = areaWithin(std::move(line), area());
    m_picture.fill({std::move(line)}, ink, opacity);
}

void ChartDrawing::dot(const Point& at, double radius, Ink ink, bool hollow, double opacity) const {
    if (shows(at))
        m_picture.circle(at.x, at.y, radius, ink, hollow, opacity);
}

void ChartDrawing::wash(const Box& box, Ink ink, double opacity) const {
    const Box seen = box.within(area());
    if (seen.width() > 0 && seen.height() > 0)
        m_picture.rect(seen.left, seen.top, seen.width(), seen.height(), ink, opacity);
}

Box ChartDrawing::noteBox(double x, double top, std::string_view words, Anchor anchor) const {
    const double wide = m_letters.ruler(words, m_letters.note);
    return boxAt(anchor == Anchor::Start ? x
                 : anchor == Anchor::End ? x - wide
                                         : x - wide / 2,
                 top, wide, m_letters.high());
}

void ChartDrawing::note(const Box& box, std::string_view words, Ink ink) const {
    m_picture.rect(box.left - 1, box.top, box.width() + 2, box.height(), Ink::Card, 0.85);
    write(box.left, box.bottom - std::round(m_letters.note.size * 0.25), words,
          anchored(m_letters.note, Anchor::Start, ink));
}

void ChartDrawing::title(std::string_view words) const {
    write(m_whole.left, m_whole.top + m_letters.note.size,
          m_letters.cut(std::string(words), m_whole.width(), m_letters.note),
          anchored(m_letters.note, Anchor::Start, Ink::Text));
}

void ChartDrawing::emptyText(std::string_view words, const TextLook& look) const {
    const double high = std::round(look.size * 1.4);
    const std::vector<std::string> lines = m_letters.wrapped(words, m_whole.width() - 28, look);
    double y = m_whole.middle().y - high * (static_cast<double>(lines.size()) - 1) / 2;
    for (const std::string& line : lines) {
        write(m_whole.middle().x, y, line, anchored(look, Anchor::Middle, Ink::Muted));
        y += high;
    }
}

std::vector<LabelledTick> ChartDrawing::yTicks() const {
    return m_space.y.ticks(m_letters.ticksUp(m_space.y, area().height()));
}

/// Where a text of this width stands that is wanted around x.
double ChartDrawing::middleFor(double x, double width) const {
    return std::clamp(x, m_whole.left + width / 2,
                      std::max(m_whole.left + width / 2, m_whole.right - width / 2));
}

void ChartDrawing::axes() const {
    const TextLook& note = m_letters.note;
    write(m_whole.left, headingBase(), m_letters.cut(m_space.y.title(), m_whole.width(), note), note);
    xAxis();
    yAxis();
    m_picture.line(area().left, area().bottom, area().right, area().bottom, {Ink::Border, 1});
    const std::string title = m_letters.cut(m_space.x.title(), m_whole.width(), note);
    write(middleFor(area().middle().x, m_letters.ruler(title, note)),
          area().bottom + m_letters.tick.size + 6 + note.size, title,
          anchored(note, Anchor::Middle, Ink::Muted));
}

void ChartDrawing::xAxis() const {
    const Axis& x = m_space.x;
    const bool names = x.scale() == AxisScale::Names;
    const TextLook& tick = m_letters.tick;
    double free = -1e9;
    for (const LabelledTick& each :
         x.ticks(std::max(2, static_cast<int>(area().width() / (names ? 30 : 68))))) {
        const double at = std::round(area().left + each.at * area().width());
        if (!names)
            m_picture.line(at, area().top, at, area().bottom, {Ink::Hairline, 1});
        const double wide = m_letters.ruler(each.label, tick);
        const double middle = middleFor(at, wide);
        if (middle - wide / 2 < free)
            continue;
        free = middle + wide / 2 + 6;
        write(middle, area().bottom + tick.size + 4, each.label, anchored(tick, Anchor::Middle, Ink::Muted));
    }
}

void ChartDrawing::yAxis() const {
    const Axis& y = m_space.y;
    const bool list = y.isList();
    const TextLook& look = list ? m_letters.note : m_letters.tick;
    const double right = area().left - kAfterLabels;
    for (const LabelledTick& tick : yTicks()) {
        const double at = std::round(area().bottom - tick.at * area().height());
        if (y.scale() != AxisScale::Names)
            m_picture.line(area().left, at, area().right, at, {Ink::Hairline, 1});
        write(right, at + toBase(look), m_letters.cut(tick.label, right - m_whole.left, look),
              anchored(look, Anchor::End, list ? Ink::Text : Ink::Muted));
    }
}

/// Of the line above the area.
double ChartDrawing::headingBase() const {
    return area().top - 6 - m_letters.line() + m_letters.note.size;
}

void ChartDrawing::rightTitle(std::string_view words) const {
    write(m_whole.right, headingBase(), words, anchored(m_letters.note, Anchor::End, Ink::Muted));
}

void ChartDrawing::rightScale(std::string_view title, const std::function<std::string(double)>& label) const {
    const TextLook& look = m_letters.tick;
    for (const LabelledTick& tick : yTicks())
        write(area().right + kAfterLabels,
              std::round(area().bottom - tick.at * area().height()) + toBase(look),
              label(m_space.y.valueAt(tick.at)), look);
    rightTitle(title);
}

void ChartDrawing::heat(const HeatMap& map) const {
    for (const HeatMap::Cell& cell : map.cells) {
        const Point low = m_space.at(cell.column, cell.row);
        const Point high = m_space.at(cell.column + 1, cell.row + 1);
        const Box box = Box{low.x, high.y, high.x, low.y}.within(area());
        if (box.width() <= 0 || box.height() <= 0)
            continue;
        if (std::isfinite(cell.value))
            m_picture.shade(box.left, box.top, box.width(), box.height(), map.colours.at(cell.value));
        else
            m_picture.shapes.emplace_back(BoxShape{
                {box.left, box.top}, box.width(), box.height(), {Ink::Muted, Hatch::RisingLines}, 0.2});
    }
    colourScale(map);
}

double ChartDrawing::heatRoom(const HeatMap& map, const ChartLetters& letters) {
    double labels = 0;
    for (const LabelledTick& tick : map.colours.ticks(kColourTicks))
        labels = std::max(labels, letters.ruler(tick.label, letters.tick));
    return std::max(64.0, kBeforeScale + kColourScale + 8 + labels);
}

void ChartDrawing::colourScale(const HeatMap& map) const {
    constexpr int kParts = 48;
    const Box scale = boxAt(area().right + kBeforeScale, area().top, kColourScale, area().height());
    for (std::size_t i = 0; i < kParts; ++i) {
        const Box part = scale.row(kParts - 1 - i, kParts);
        m_picture.shade(part.left, part.top, part.width(), part.height(),
                        (static_cast<double>(i) + 0.5) / kParts);
    }
    for (const LabelledTick& tick : map.colours.ticks(kColourTicks)) {
        const double y = scale.bottom - tick.at * scale.height();
        m_picture.line(scale.right, y, scale.right + 3, y, {Ink::Muted, 1});
        write(scale.right + 6, y + toBase(m_letters.tick), tick.label, m_letters.tick);
    }
    rightTitle(map.colours.title());
}

void ChartDrawing::references(const std::vector<Reference>& references, bool above) const {
    for (const Reference& reference : references) {
        if (reference.above != above)
            continue;
        const StrokeLook look = reference.look ? strokeOf(*reference.look) : StrokeLook{Ink::Muted, 1, "5 4"};
        if (reference.kind == Reference::Diagonal) {
            diagonal(reference.label, look);
        } else if (reference.kind == Reference::Horizontal) {
            const double y = std::round(m_space.yAt(reference.at)) + 0.5;
            line({area().left, y}, {area().right, y}, look);
        } else {
            const double x = std::round(m_space.xAt(reference.at)) + 0.5;
            line({x, area().top}, {x, area().bottom}, look);
        }
    }
}

void ChartDrawing::referenceNames(const std::vector<Reference>& references) const {
    std::vector<Box> taken;
    for (const Reference& reference : references) {
        if (reference.label.empty() || reference.kind == Reference::Diagonal)
            continue;
        const Point at = m_space.at(reference.at, reference.at);
        Box box = noteBox(area().right - 4, at.y - m_letters.high() - 2, reference.label, Anchor::End);
        if (reference.kind == Reference::Vertical) {
            const double x = at.x + 4;
            box = noteBox(x, area().top + 2, reference.label);
            if (box.right >= area().right)
                box = noteBox(x - 8, area().top + 2, reference.label, Anchor::End);
        }
        if (!shows(reference.kind == Reference::Vertical ? Point{at.x, area().top}
                                                         : Point{area().left, at.y}))
            continue;
        while (overlaps(box, taken) && box.bottom + box.height() < area().bottom)
            box = box.moved(0, box.height());
        taken.push_back(box);
        note(box, reference.label);
    }
}

/// Where x equals y: straight if the scales are alike, a curve otherwise.
void ChartDrawing::diagonal(const std::string& label, const StrokeLook& look) const {
    constexpr int kParts = 128;
    Outline outline;
    for (int i = 0; i <= kParts; ++i) {
        const double value = m_space.x.valueAt(static_cast<double>(i) / kParts);
        const double y = m_space.y.at(value);
        if (y >= 0 && y <= 1)
            outline.points.push_back(m_space.at(value, value));
    }
    if (outline.points.empty())
        return;
    const Point at = outline.points[outline.points.size() * 3 / 4];
    const double x = std::min(at.x + 8, area().right - m_letters.ruler(label, m_letters.note));
    write(x, at.y + m_letters.note.size, label, m_letters.note);
    m_picture.stroke({std::move(outline)}, look);
}

/// The corners that a series goes through, a part for each stretch without a gap.
Path ChartDrawing::wayOf(const ChartSeries& series) const {
    Path path;
    bool gap = true;
    for (const ChartPoint& point : series.points) {
        if (!hasPlace(point)) {
            gap = true;
            continue;
        }
        if (std::exchange(gap, false))
            path.emplace_back();
        std::vector<Point>& points = path.back().points;
        const Point at = m_space.at(point.x, point.y);
        if (series.steps && !points.empty())
            points.push_back({at.x, points.back().y});
        points.push_back(at);
    }
    return path;
}

void ChartDrawing::grounds(const std::vector<ChartSeries>& series) const {
    for (const ChartSeries& each : series) {
        if (each.steps) {
            for (Outline& part : wayOf(each))
                ground(std::move(part), each.look.ink, each.before ? 0.06 : 0.14);
        }
        if (each.band)
            band(each);
    }
}

void ChartDrawing::band(const ChartSeries& series) const {
    Outline outline;
    for (const ChartPoint& point : series.points) {
        if (hasPlace(point) && point.ySpan)
            outline.points.push_back(m_space.at(point.x, point.ySpan->high));
    }
    for (auto point = series.points.rbegin(); point != series.points.rend(); ++point) {
        if (hasPlace(*point) && point->ySpan)
            outline.points.push_back(m_space.at(point->x, point->ySpan->low));
    }
    outline.closed = true;
    if (m_space.reach > 0)
        outline = areaWithin(std::move(outline), area());
    if (outline.points.size() > 2)
        m_picture.fill({std::move(outline)}, series.look.ink, series.before ? 0.08 : 0.16);
}

void ChartDrawing::lines(const std::vector<ChartSeries>& series) const {
    for (const ChartSeries& each : series) {
        if (each.line)
            stroke(wayOf(each), lineOf(each));
    }
}

void ChartDrawing::points(const std::vector<ChartSeries>& series) const {
    for (const ChartSeries& each : series)
        dots(each);
    names(series);
}

void ChartDrawing::dots(const ChartSeries& series) const {
    const bool shown = series.dots && (series.points.size() <= kMostDots || !series.line);
    for (const ChartPoint& point : series.points) {
        const Point at = m_space.at(point.x, point.y);
        if (!hasPlace(point) || point.bare || !shows(at))
            continue;
        const double opacity = series.before || point.pale ? kPale : 1;
        const StrokeLook thin{series.look.ink, 1.2, {}, false, opacity};
        if (point.xSpan)
            line({m_space.xAt(point.xSpan->low), at.y}, {m_space.xAt(point.xSpan->high), at.y}, thin);
        if (point.ySpan && !series.band)
            line({at.x, m_space.yAt(point.ySpan->low)}, {at.x, m_space.yAt(point.ySpan->high)}, thin);
        if (shown)
            dot(at, kDotRadius, series.look.ink, series.before || series.hollow, opacity);
    }
}

/// Each where nothing stands yet.
void ChartDrawing::names(const std::vector<ChartSeries>& series) const {
    const std::vector<Box> crossed = marks(series);
    std::vector<Box> taken;
    for (const ChartSeries& each : series) {
        for (const ChartPoint& point : each.points) {
            const Point at = m_space.at(point.x, point.y);
            if (point.label.empty() || !hasPlace(point) || !shows(at))
                continue;
            // A name on an interval can be read, one on another name cannot.
            const double wide = m_letters.ruler(point.label, m_letters.note);
            std::optional<Box> place = freePlace(at, wide, taken, crossed);
            if (!place)
                place = freePlace(at, wide, taken, {});
            const Box box = place.value_or(boxAt(at.x + 6, at.y - m_letters.high(), wide, m_letters.high()));
            taken.push_back(box);
            leader(at, box);
            write(
                box.left, box.bottom - std::round(m_letters.note.size * 0.3), point.label,
                anchored(m_letters.note, Anchor::Start, point.pale || each.before ? Ink::Muted : Ink::Text));
        }
    }
}

/// A thin line to a name that stands away from its point.
void ChartDrawing::leader(const Point& at, const Box& name) const {
    const Point end{std::clamp(at.x, name.left - 2, name.right + 2), std::clamp(at.y, name.top, name.bottom)};
    const Point way{end.x - at.x, end.y - at.y};
    const double length = std::sqrt(way.x * way.x + way.y * way.y);
    if (length < 1.5 * m_letters.high())
        return;
    const double begin = 2 * kDotRadius / length;
    line({at.x + begin * way.x, at.y + begin * way.y}, end, {Ink::Border, 1});
}

/// Where intervals of points stand.
std::vector<Box> ChartDrawing::marks(const std::vector<ChartSeries>& series) const {
    std::vector<Box> boxes;
    for (const ChartSeries& each : series) {
        for (const ChartPoint& point : each.points) {
            if (!hasPlace(point) || each.line)
                continue;
            const Point at = m_space.at(point.x, point.y);
            if (point.xSpan)
                boxes.push_back(
                    {m_space.xAt(point.xSpan->low), at.y - 2, m_space.xAt(point.xSpan->high), at.y + 2});
            if (point.ySpan)
                boxes.push_back(
                    {at.x - 2, m_space.yAt(point.ySpan->high), at.x + 2, m_space.yAt(point.ySpan->low)});
        }
    }
    return boxes;
}

std::optional<Box> ChartDrawing::freePlace(const Point& at, double wide, const std::vector<Box>& taken,
                                           const std::vector<Box>& crossed) const {
    constexpr int kRings = 10; // each further away
    const double high = m_letters.high();
    for (int ring = 0; ring < kRings; ++ring) {
        for (const double up : {-1.0 - ring, 0.1 + ring}) {
            for (const double x : {6.0, -wide - 6}) {
                const Box tried = boxAt(at.x + x, at.y + up * high, wide, high);
                if (!overlaps(tried, taken) && !overlaps(tried, crossed) &&
                    area().inset(0, -2, -10, -2).contains(tried))
                    return tried;
            }
        }
    }
    return std::nullopt;
}

void ChartDrawing::bars(const std::vector<ChartBar>& bars) const {
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Box row{area().left, m_space.yAt(static_cast<double>(i)), area().right,
                      m_space.yAt(static_cast<double>(i) + 1)};
        if (std::isfinite(bars[i].value) && area().contains(row.middle()))
            bar(bars[i], row);
    }
}

void ChartDrawing::bar(const ChartBar& bar, const Box& row) const {
    const auto xOf = [&](double value) { return std::clamp(m_space.xAt(value), area().left, area().right); };
    const double thick = std::min(row.height() * 0.62, 22.0);
    const double middle = row.middle().y;
    const double end = xOf(bar.value);
    const auto upright = [&](double x, double half, const StrokeLook& look) {
        line({x, middle - half}, {x, middle + half}, look);
    };
    wash({area().left, middle - thick / 2, end, middle + thick / 2}, bar.ink, 0.55);
    upright(end, thick / 2, {bar.ink, 2});
    if (bar.before)
        upright(xOf(*bar.before), row.height() / 2 - 2, {Ink::Muted, 1.4, "4 3"});
    double last = end;
    const StrokeLook thin{Ink::Text, 1.2};
    if (bar.whisker) {
        const double low = xOf(bar.whisker->low);
        const double high = xOf(bar.whisker->high);
        line({low, middle}, {high, middle}, thin);
        upright(low, 4, thin);
        upright(high, 4, thin);
        last = std::max(last, high);
    }
    if (bar.mark) {
        upright(xOf(*bar.mark), thick / 2 + 2, thin);
        last = std::max(last, xOf(*bar.mark));
    }
    const TextLook& tick = m_letters.tick;
    const std::string text = m_space.x.text(bar.value);
    const double wide = m_letters.ruler(text, tick);
    const bool outside = last + 6 + wide < m_whole.right;
    const double left = outside ? last + 6 : std::max(area().left + 4, end - wide - 6);
    if (!outside)
        m_picture.rect(left - 2, middle - 8, wide + 4, 16, Ink::Card, 0.8);
    write(left, middle + toBase(tick), text, anchored(tick, Anchor::Start, Ink::Text));
}

void ChartDrawing::boxes(const std::vector<TimelineBox>& boxes) const {
    for (const TimelineBox& each : boxes)
        box(each);
}

void ChartDrawing::box(const TimelineBox& box) const {
    const double air = box.slim ? 3.5 : 1.5;
    const Box at = Box{m_space.xAt(box.from), m_space.yAt(box.row) + air, m_space.xAt(box.to),
                       m_space.yAt(box.row + 1) - air}
                       .within(area());
    if (!std::isfinite(at.left) || !(at.width() >= 0) || at.height() <= 0)
        return; // a time may be absent
    using Fill = TimelineBox::Fill;
    if (box.fill == Fill::Solid)
        m_picture.rect(at.left, at.top, at.width(), at.height(), box.ink);
    else if (box.fill != Fill::None || box.edged)
        m_picture.shapes.emplace_back(
            BoxShape{{at.left + 0.5, at.top},
                     std::max(0.0, at.width() - 1),
                     at.height(),
                     {box.ink, box.fill == Fill::Hatched ? Hatch::RisingLines : Hatch::Solid},
                     0.3});
    const TextLook& tick = m_letters.tick;
    if (!box.text.empty() && m_letters.ruler(box.text, tick) + 2 <= at.width() &&
        tick.size * 0.9 <= at.height())
        write(at.middle().x, at.middle().y + toBase(tick), box.text,
              anchored(tick, Anchor::Middle, box.textInk));
}

double drawKey(Picture& picture, const std::vector<KeyEntry>& key, const Box& area,
               const ChartLetters& letters) {
    constexpr double kSwatch = 16;
    constexpr double kBetween = 14;
    const double middle = std::round(letters.note.size * 0.64);
    double x = area.left;
    double y = area.top;
    for (const KeyEntry& entry : key) {
        const double swatch = !entry.look ? 0 : entry.dot ? 11 : kSwatch + 5;
        const double wide = swatch + letters.ruler(entry.text, letters.note);
        if (x > area.left && x + wide > area.right) {
            x = area.left;
            y += letters.line();
        }
        if (entry.look && entry.dot) {
            picture.circle(x + 3.5, y + middle, 3, entry.look->ink);
        } else if (entry.look) {
            LineLook look = *entry.look;
            look.width = std::max(2.0, look.width);
            picture.line(x, y + middle, x + kSwatch, y + middle, strokeOf(look));
        }
        picture.text(x + swatch, y + letters.note.size, entry.text, letters.note);
        x += wide + kBetween;
    }
    return key.empty() ? 0 : y + letters.line() - area.top;
}

} // namespace jitterscope
