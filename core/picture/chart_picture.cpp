// SPDX-License-Identifier: MIT
#include "core/picture/box.h"
#include "core/picture/chart.h"
#include "core/picture/picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr TextLook kTitle{.ink = Ink::Text, .size = 15, .bold = true};
constexpr TextLook kNote{.ink = Ink::Muted, .size = 12};
constexpr TextLook kTick{.ink = Ink::Muted, .size = 11, .figures = true};
constexpr double kLine = 17;       // px from one line of text to the next
constexpr double kEdge = 16;       // around the picture
constexpr double kGap = 20;        // between panels
constexpr double kNarrowest = 280; // a panel beside another
constexpr double kLeastHigh = 170; // a panel above another
constexpr double kAfterLabels = 6; // between labels and the plot area
constexpr double kDot = 2.8;       // radius
constexpr double kPaleOpacity = 0.45;
constexpr std::size_t kMostDots = 80; // of one line; more would be a smear

TextLook anchored(TextLook look, Anchor anchor, Ink ink) {
    look.anchor = anchor;
    look.ink = ink;
    return look;
}

/// The look as a stroke; dashes are in widths there and in px here.
StrokeLook strokeOf(const LineLook& look, bool before = false) {
    StrokeLook stroke{before ? Ink::Muted : look.ink, before ? 1.2 : look.width};
    const std::vector<double> kept{2, 3};
    for (const double dash : before ? kept : look.dashes)
        stroke.dashes += (stroke.dashes.empty() ? "" : " ") + svgNumber(dash * stroke.width);
    return stroke;
}

/// The text cut at the end so that it has room.
std::string cut(std::string text, double room, const TextLook& look) {
    if (roomFor(text, look) <= room + 0.5)
        return text;
    while (!text.empty() && roomFor(text + "…", look) > room) {
        do
            text.pop_back();
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U);
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0U)
            text.pop_back(); // the first byte of a letter whose others are gone
    }
    return text + "…";
}

/// One panel that is being drawn.
class PanelPainter {
public:
    PanelPainter(Picture& picture, const Chart& chart, const Box& whole)
        : m_picture(picture), m_chart(chart), m_whole(whole), m_area(areaIn(chart, whole)) {}

    void paint() const {
        double y = m_whole.top + kNote.size;
        if (!m_chart.title.empty()) {
            m_picture.text(m_whole.left, y, cut(m_chart.title, m_whole.width(), kNote),
                           anchored(kNote, Anchor::Start, Ink::Text));
            y += kLine;
        }
        if (!m_chart.emptyText.empty()) {
            m_picture.text(m_whole.middle().x, m_whole.middle().y, m_chart.emptyText,
                           anchored(kNote, Anchor::Middle, Ink::Muted));
            return;
        }
        m_picture.text(m_whole.left, y, m_chart.y.title(), kNote);
        if (m_chart.heat)
            heat(*m_chart.heat, y);
        axes();
        for (const Reference& reference : m_chart.references) {
            if (!reference.above)
                line(reference);
        }
        for (const ChartSeries& series : m_chart.series)
            ground(series);
        for (const ChartSeries& series : m_chart.series)
            strokes(series);
        for (const ChartSeries& series : m_chart.series)
            dots(series);
        labels();
        for (std::size_t i = 0; i < m_chart.bars.size(); ++i)
            bar(m_chart.bars[i], i);
        for (const TimelineBox& box : m_chart.boxes)
            timeline(box);
        for (const Reference& reference : m_chart.references) {
            if (reference.above)
                line(reference);
        }
        references();
    }

private:
    [[nodiscard]] static Box areaIn(const Chart& chart, const Box& whole) {
        const double head = (chart.title.empty() ? 0 : kLine) + (chart.y.title().empty() ? 4 : kLine) + 6;
        const double foot = kTick.size + 8 + (chart.x.title().empty() ? 0 : kLine);
        const TextLook& look = chart.y.isList() ? kNote : kTick;
        double labels = 0;
        for (const LabelledTick& tick : chart.y.ticks(ticksOf(chart.y, whole.height() - head - foot, false)))
            labels = std::max(labels, roomFor(tick.label, look));
        const double right = chart.heat ? 64 : chart.bars.empty() ? 10 : 30;
        return whole.inset(std::min(labels, whole.width() * 0.4) + kAfterLabels, head, right, foot);
    }

    [[nodiscard]] static int ticksOf(const Axis& axis, double length, bool across) {
        const bool names = axis.scale() == AxisScale::Names;
        const double room = across ? (names ? 30 : 72) : names ? kNote.size : 34;
        return std::max(2, static_cast<int>(length / room));
    }

    [[nodiscard]] double xAt(double value) const {
        return m_area.left + std::clamp(m_chart.x.at(value), 0.0, 1.0) * m_area.width();
    }
    [[nodiscard]] double yAt(double value) const {
        return m_area.bottom - std::clamp(m_chart.y.at(value), 0.0, 1.0) * m_area.height();
    }
    [[nodiscard]] static bool drawable(const ChartPoint& point) {
        return std::isfinite(point.x) && std::isfinite(point.y);
    }

    void axes() const {
        double free = -1e9;
        for (const LabelledTick& tick : m_chart.x.ticks(ticksOf(m_chart.x, m_area.width(), true))) {
            const double at = std::round(m_area.left + tick.at * m_area.width());
            if (m_chart.x.scale() != AxisScale::Names)
                m_picture.line(at, m_area.top, at, m_area.bottom, {Ink::Hairline, 1});
            const double half = roomFor(tick.label, kTick) / 2;
            const double most = std::max(m_whole.left + half, m_whole.right - half);
            const double middle = std::clamp(at, m_whole.left + half, most);
            if (middle - half < free)
                continue;
            free = middle + half + 6;
            m_picture.text(middle, m_area.bottom + kTick.size + 4, tick.label,
                           anchored(kTick, Anchor::Middle, Ink::Muted));
        }
        const bool list = m_chart.y.isList();
        const TextLook& look = list ? kNote : kTick;
        for (const LabelledTick& tick : m_chart.y.ticks(ticksOf(m_chart.y, m_area.height(), false))) {
            const double at = std::round(m_area.bottom - tick.at * m_area.height());
            if (m_chart.y.scale() != AxisScale::Names)
                m_picture.line(m_area.left, at, m_area.right, at, {Ink::Hairline, 1});
            const double room = m_area.left - kAfterLabels - m_whole.left;
            m_picture.text(m_area.left - kAfterLabels, at + 4, cut(tick.label, room, look),
                           anchored(look, Anchor::End, list ? Ink::Text : Ink::Muted));
        }
        m_picture.line(m_area.left, m_area.bottom, m_area.right, m_area.bottom, {Ink::Border, 1});
        m_picture.text(m_area.middle().x, m_area.bottom + kTick.size + 6 + kNote.size, m_chart.x.title(),
                       anchored(kNote, Anchor::Middle, Ink::Muted));
    }

    void line(const Reference& reference) const {
        const StrokeLook look = reference.look ? strokeOf(*reference.look) : StrokeLook{Ink::Muted, 1, "5 4"};
        if (reference.kind == Reference::Diagonal) {
            diagonal(reference.label, look);
        } else if (reference.kind == Reference::Horizontal) {
            const double y = std::round(yAt(reference.at)) + 0.5;
            m_picture.line(m_area.left, y, m_area.right, y, look);
        } else {
            const double x = std::round(xAt(reference.at)) + 0.5;
            m_picture.line(x, m_area.top, x, m_area.bottom, look);
        }
    }

    /// The names of straight lines, on the colour of the card, so that no other line crosses them.
    void references() const {
        std::vector<Box> taken;
        for (const Reference& reference : m_chart.references) {
            if (reference.label.empty() || reference.kind == Reference::Diagonal)
                continue;
            const double wide = roomFor(reference.label, kNote);
            Box box = boxAt(m_area.right - 4 - wide, yAt(reference.at) - 17, wide, 15);
            if (reference.kind == Reference::Vertical) {
                const double x = xAt(reference.at) + 4;
                box = boxAt(x + wide < m_area.right ? x : x - 8 - wide, m_area.top + 2, wide, 15);
            }
            while (overlaps(box, taken) && box.bottom + 15 < m_area.bottom)
                box = box.moved(0, 15);
            taken.push_back(box);
            m_picture.rect(box.left - 1, box.top, box.width() + 2, box.height(), Ink::Card, 0.85);
            m_picture.text(box.left, box.bottom - 3, reference.label, kNote);
        }
    }

    /// Where x equals y: straight if the scales are alike, a curve otherwise.
    void diagonal(const std::string& label, const StrokeLook& look) const {
        constexpr int kParts = 128;
        Outline outline;
        for (int i = 0; i <= kParts; ++i) {
            const double value = m_chart.x.valueAt(static_cast<double>(i) / kParts);
            const double y = m_chart.y.at(value);
            if (y >= 0 && y <= 1)
                outline.points.push_back({xAt(value), yAt(value)});
        }
        if (outline.points.empty())
            return;
        const Point at = outline.points[outline.points.size() * 3 / 4];
        const double x = std::min(at.x + 8, m_area.right - roomFor(label, kNote));
        m_picture.text(x, at.y + 12, label, kNote);
        m_picture.stroke({std::move(outline)}, look);
    }

    /// The corners that a series goes through, a part for each stretch without a gap.
    [[nodiscard]] Path wayOf(const ChartSeries& series) const {
        Path path;
        bool gap = true;
        for (const ChartPoint& point : series.points) {
            if (!drawable(point)) {
                gap = true;
                continue;
            }
            if (std::exchange(gap, false))
                path.emplace_back();
            std::vector<Point>& points = path.back().points;
            if (series.steps && !points.empty())
                points.push_back({xAt(point.x), points.back().y});
            points.push_back({xAt(point.x), yAt(point.y)});
        }
        return path;
    }

    void ground(const ChartSeries& series) const {
        if (series.steps) {
            for (Outline part : wayOf(series)) {
                const Point first = part.points.front();
                const Point last = part.points.back();
                part.points.push_back({last.x, m_area.bottom});
                part.points.push_back({first.x, m_area.bottom});
                part.closed = true;
                m_picture.fill({std::move(part)}, series.look.ink, series.before ? 0.06 : 0.14);
            }
        }
        if (!series.band)
            return;
        Outline outline;
        for (const ChartPoint& point : series.points) {
            if (drawable(point) && point.ySpan)
                outline.points.push_back({xAt(point.x), yAt(point.ySpan->high)});
        }
        for (auto point = series.points.rbegin(); point != series.points.rend(); ++point) {
            if (drawable(*point) && point->ySpan)
                outline.points.push_back({xAt(point->x), yAt(point->ySpan->low)});
        }
        outline.closed = true;
        if (outline.points.size() > 2)
            m_picture.fill({std::move(outline)}, series.look.ink, series.before ? 0.08 : 0.16);
    }

    void strokes(const ChartSeries& series) const {
        if (!series.line)
            return;
        Path path = wayOf(series);
        std::erase_if(path, [](const Outline& part) { return part.points.size() < 2; });
        if (!path.empty())
            m_picture.stroke(std::move(path), strokeOf(series.look, series.before));
    }

    void dots(const ChartSeries& series) const {
        const bool shown = series.dots && (series.points.size() <= kMostDots || !series.line);
        for (const ChartPoint& point : series.points) {
            if (!drawable(point) || point.bare)
                continue;
            const double x = xAt(point.x);
            const double y = yAt(point.y);
            const Ink ink = series.before || point.pale ? Ink::Border : series.look.ink;
            if (point.xSpan)
                m_picture.line(xAt(point.xSpan->low), y, xAt(point.xSpan->high), y, {ink, 1.2});
            if (point.ySpan && !series.band)
                m_picture.line(x, yAt(point.ySpan->low), x, yAt(point.ySpan->high), {ink, 1.2});
            if (shown)
                m_picture.circle(x, y, kDot, ink, series.before || series.hollow);
        }
    }

    /// Names beside points, each where nothing stands yet.
    void labels() const {
        std::vector<Box> taken = marks();
        for (const ChartSeries& series : m_chart.series) {
            for (const ChartPoint& point : series.points) {
                if (point.label.empty() || !drawable(point))
                    continue;
                const Box box = freePlace({xAt(point.x), yAt(point.y)}, roomFor(point.label, kNote), taken);
                taken.push_back(box);
                m_picture.text(
                    box.left, box.bottom - 4, point.label,
                    anchored(kNote, Anchor::Start, point.pale || series.before ? Ink::Muted : Ink::Text));
            }
        }
    }

    /// Where intervals of points stand.
    [[nodiscard]] std::vector<Box> marks() const {
        std::vector<Box> boxes;
        for (const ChartSeries& series : m_chart.series) {
            for (const ChartPoint& point : series.points) {
                if (!drawable(point) || series.line)
                    continue;
                const double x = xAt(point.x);
                const double y = yAt(point.y);
                if (point.xSpan)
                    boxes.push_back({xAt(point.xSpan->low), y - 2, xAt(point.xSpan->high), y + 2});
                if (point.ySpan)
                    boxes.push_back({x - 2, yAt(point.ySpan->high), x + 2, yAt(point.ySpan->low)});
            }
        }
        return boxes;
    }

    [[nodiscard]] static bool overlaps(const Box& box, const std::vector<Box>& others) {
        return std::ranges::any_of(others, [&](const Box& other) {
            const Box both = other.within(box);
            return both.width() > 0 && both.height() > 0;
        });
    }

    [[nodiscard]] Box freePlace(const Point& at, double wide, const std::vector<Box>& taken) const {
        constexpr int kRings = 10; // each further away
        constexpr double kHigh = 15;
        for (int ring = 0; ring < kRings; ++ring) {
            for (const double up : {-1.0 - ring, 0.1 + ring}) {
                for (const double x : {6.0, -wide - 6}) {
                    const Box tried = boxAt(at.x + x, at.y + up * kHigh, wide, kHigh);
                    if (!overlaps(tried, taken) && m_area.inset(0, -2, -10, -2).contains(tried))
                        return tried;
                }
            }
        }
        return boxAt(at.x + 6, at.y - kHigh, wide, kHigh);
    }

    void bar(const ChartBar& bar, std::size_t index) const {
        if (!std::isfinite(bar.value))
            return;
        const double top = yAt(static_cast<double>(index));
        const double bottom = yAt(static_cast<double>(index) + 1);
        const double thick = std::min((bottom - top) * 0.62, 22.0);
        const double middle = (top + bottom) / 2;
        const double end = xAt(bar.value);
        m_picture.rect(m_area.left, middle - thick / 2, end - m_area.left, thick, bar.ink, 0.55);
        m_picture.line(end, middle - thick / 2, end, middle + thick / 2, {bar.ink, 2});
        if (bar.before)
            m_picture.line(xAt(*bar.before), top + 2, xAt(*bar.before), bottom - 2, {Ink::Muted, 1.4, "4 3"});
        double last = end;
        const StrokeLook thin{Ink::Text, 1.2};
        if (bar.whisker) {
            const double low = xAt(bar.whisker->low);
            const double high = xAt(bar.whisker->high);
            m_picture.line(low, middle, high, middle, thin);
            m_picture.line(low, middle - 4, low, middle + 4, thin);
            m_picture.line(high, middle - 4, high, middle + 4, thin);
            last = std::max(last, high);
        }
        if (bar.mark) {
            const double x = xAt(*bar.mark);
            m_picture.line(x, middle - thick / 2 - 2, x, middle + thick / 2 + 2, thin);
            last = std::max(last, x);
        }
        const std::string text = m_chart.x.text(bar.value);
        const double wide = roomFor(text, kTick);
        const bool outside = last + 6 + wide < m_whole.right;
        if (!outside)
            m_picture.rect(end - wide - 8, middle - 8, wide + 4, 16, Ink::Card, 0.8);
        m_picture.text(outside ? last + 6 : end - wide - 6, middle + 4, text,
                       anchored(kTick, Anchor::Start, Ink::Text));
    }

    void heat(const HeatMap& map, double titleLine) const {
        for (const HeatMap::Cell& cell : map.cells) {
            const double left = xAt(cell.column);
            const double top = yAt(cell.row + 1);
            const double wide = xAt(cell.column + 1) - left;
            const double high = yAt(cell.row) - top;
            if (std::isfinite(cell.value))
                m_picture.shade(left, top, wide, high, map.colours.at(cell.value));
            else
                m_picture.shapes.emplace_back(
                    BoxShape{{left, top}, wide, high, {Ink::Muted, Hatch::RisingLines}, 0.2});
        }
        constexpr int kParts = 48;
        const Box scale = boxAt(m_area.right + 12, m_area.top, 10, m_area.height());
        for (std::size_t i = 0; i < kParts; ++i) {
            const Box part = scale.row(kParts - 1 - i, kParts);
            m_picture.shade(part.left, part.top, part.width(), part.height(),
                            (static_cast<double>(i) + 0.5) / kParts);
        }
        for (const LabelledTick& tick : map.colours.ticks(6)) {
            const double y = scale.bottom - tick.at * scale.height();
            m_picture.line(scale.right, y, scale.right + 3, y, {Ink::Muted, 1});
            m_picture.text(scale.right + 6, y + 4, tick.label, kTick);
        }
        m_picture.text(m_whole.right, titleLine, map.colours.title(),
                       anchored(kNote, Anchor::End, Ink::Muted));
    }

    void timeline(const TimelineBox& box) const {
        const double air = box.slim ? 3.5 : 1.5;
        const double left = xAt(box.from);
        const double right = xAt(box.to);
        const double top = yAt(box.row) + air;
        const double high = yAt(box.row + 1) - air - top;
        if (!std::isfinite(left) || !(right >= left) || high <= 0)
            return; // a time may be absent
        using Fill = TimelineBox::Fill;
        if (box.fill == Fill::Solid)
            m_picture.rect(left, top, right - left, high, box.ink);
        else if (box.fill != Fill::None || box.edged)
            m_picture.shapes.emplace_back(
                BoxShape{{left + 0.5, top},
                         std::max(0.0, right - left - 1),
                         high,
                         {box.ink, box.fill == Fill::Hatched ? Hatch::RisingLines : Hatch::Solid},
                         0.3});
        if (!box.text.empty() && roomFor(box.text, kTick) + 2 <= right - left && kTick.size * 0.9 <= high)
            m_picture.text((left + right) / 2, top + high / 2 + 4, box.text,
                           anchored(kTick, Anchor::Middle, box.textInk));
    }

    Picture& m_picture;
    const Chart& m_chart;
    Box m_whole;
    Box m_area;
};

/// Draws the key in as many lines as it needs; returns their height.
double drawKey(Picture& picture, const std::vector<KeyEntry>& key, double top) {
    constexpr double kSwatch = 16;
    constexpr double kBetween = 14;
    double x = kEdge;
    double y = top;
    for (const KeyEntry& entry : key) {
        const double swatch = entry.look ? kSwatch + 5 : 0;
        const double wide = swatch + roomFor(entry.text, kNote);
        if (x > kEdge && x + wide > picture.width - kEdge) {
            x = kEdge;
            y += kLine;
        }
        if (entry.look) {
            LineLook look = *entry.look;
            look.width = std::max(2.0, look.width);
            picture.line(x, y + 8, x + kSwatch, y + 8, strokeOf(look));
        }
        picture.text(x + swatch, y + 12, entry.text, kNote);
        x += wide + kBetween;
    }
    return key.empty() ? 0 : y + kLine - top;
}

std::size_t columnsOf(const Figure& figure, double width) {
    const std::size_t count = figure.panels.size();
    if (figure.stacked || count < 2)
        return 1;
    const auto fit = static_cast<std::size_t>(std::max(1.0, (width + kGap) / (kNarrowest + kGap)));
    return std::min(fit, count == 4 ? 2 : std::min<std::size_t>(count, 3));
}

} // namespace

Picture figurePicture(const Figure& figure, const PictureSize& size) {
    if (figure.empty())
        return {};
    Picture picture{size.width, size.height, figure.title, figure.description, {}};
    picture.text(kEdge, kEdge + kTitle.size - 2, cut(figure.title, size.width - 2 * kEdge, kTitle), kTitle);
    const double head = kEdge + kTitle.size + 8;
    const double top = head + drawKey(picture, figure.key, head) + 8;
    const double inner = size.width - 2 * kEdge;
    const std::size_t columns = columnsOf(figure, inner);
    const std::size_t rows = (figure.panels.size() + columns - 1) / columns;
    const double wanted = top + static_cast<double>(rows) * (kLeastHigh + kGap) - kGap + kEdge;
    const Axis& things = figure.panels.front().y;
    const Range shown = things.shownPlaces();
    constexpr double kRow = 52; // of a panel of few things
    const double enough = figure.panels.size() == 1 && things.isList()
                              ? top + kRow * std::abs(shown.high - shown.low) + 70
                              : size.height;
    picture.height = std::max(std::min(size.height, enough), wanted);
    const auto part = [](double whole, std::size_t count) {
        return (whole - kGap * static_cast<double>(count - 1)) / static_cast<double>(count);
    };
    const double wide = part(inner, columns);
    const double high = part(picture.height - top - kEdge, rows);
    for (std::size_t i = 0; i < figure.panels.size(); ++i) {
        const double left = kEdge + static_cast<double>(i % columns) * (wide + kGap);
        const double upper = top + static_cast<double>(i / columns) * (high + kGap);
        PanelPainter(picture, figure.panels[i], boxAt(left, upper, wide, high)).paint();
    }
    return picture;
}

} // namespace jitterscope
