// SPDX-License-Identifier: MIT
#include "core/picture/hatch.h"

#include "core/picture/box.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kSame = 1e-6; // px

/// A straight line y = offset + slope · x through all columns.
struct HatchLine {
    double slope = 0;
    double offset = 0;

    [[nodiscard]] double at(double x) const noexcept { return offset + slope * x; }
};

/// The part of a column in which the line lies inside it: from … to.
std::optional<std::pair<double, double>> inside(const HatchLine& line, const AreaColumn& column) {
    double from = column.left;
    double to = column.right;
    if (line.slope == 0) {
        if (line.offset <= column.top || line.offset >= column.bottom)
            return std::nullopt;
    } else {
        const double a = (column.top - line.offset) / line.slope;
        const double b = (column.bottom - line.offset) / line.slope;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    }
    return to - from > kSame ? std::optional(std::pair(from, to)) : std::nullopt;
}

/// Appends the pieces of the line inside the area, joined where columns touch.
void addLine(Path& path, const HatchLine& line, std::span<const AreaColumn> columns) {
    std::optional<std::pair<double, double>> piece;
    const auto flush = [&] {
        if (piece)
            path.push_back(
                {{{piece->first, line.at(piece->first)}, {piece->second, line.at(piece->second)}}});
        piece.reset();
    };
    for (const AreaColumn& column : columns) {
        const auto next = inside(line, column);
        if (!next)
            continue;
        if (piece && std::abs(next->first - piece->second) < kSame) {
            piece->second = next->second;
            continue;
        }
        flush();
        piece = next;
    }
    flush();
}

/// The multiples of `step` inside low … high.
template <typename Do>
void everyStep(double step, double low, double high, Do what) {
    for (double at = std::ceil(low / step) * step; at <= high; at += step)
        what(at);
}

Box boxOf(std::span<const AreaColumn> columns) {
    constexpr double kMost = std::numeric_limits<double>::max();
    Box box{kMost, kMost, -kMost, -kMost};
    for (const AreaColumn& column : columns) {
        box.left = std::min(box.left, column.left);
        box.right = std::max(box.right, column.right);
        box.top = std::min(box.top, column.top);
        box.bottom = std::max(box.bottom, column.bottom);
    }
    return box;
}

void addVerticals(Path& path, std::span<const AreaColumn> columns, double step) {
    for (const AreaColumn& column : columns)
        everyStep(step, column.left, column.right - kSame, [&](double x) {
            if (column.bottom - column.top > kSame)
                path.push_back({{{x, column.top}, {x, column.bottom}}});
        });
}

/// Around columns that touch: along the tops to the right, along the bottoms back.
Outline around(std::span<const AreaColumn> columns) {
    Outline outline{{{columns.front().left, columns.front().bottom}}, true};
    double x = columns.front().left;
    const auto step = [&](double y, double to) {
        outline.points.push_back({x, y});
        x = to;
        outline.points.push_back({x, y});
    };
    for (const AreaColumn& column : columns)
        step(column.top, column.right);
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
        step(column->bottom, column->left);
    return outline;
}

bool isEmpty(const AreaColumn& column) noexcept {
    return column.bottom - column.top < kSame;
}

} // namespace

Path areaPath(std::span<const AreaColumn> columns) {
    Path path;
    for (std::size_t begin = 0; begin < columns.size();) {
        if (isEmpty(columns[begin])) {
            ++begin;
            continue;
        }
        std::size_t end = begin + 1;
        while (end < columns.size() && !isEmpty(columns[end]) &&
               std::abs(columns[end].left - columns[end - 1].right) < kSame)
            ++end;
        path.push_back(around(columns.subspan(begin, end - begin)));
        begin = end;
    }
    return path;
}

Path hatchPath(std::span<const AreaColumn> columns, Hatch hatch, double step) {
    Path path;
    if (columns.empty() || hatch == Hatch::Solid)
        return path;
    const Box box = boxOf(columns);
    if (hatch == Hatch::HorizontalLines || hatch == Hatch::Grid)
        everyStep(step, box.top, box.bottom, [&](double y) { addLine(path, {0, y}, columns); });
    if (hatch == Hatch::VerticalLines || hatch == Hatch::Grid)
        addVerticals(path, columns, step);
    if (hatch == Hatch::RisingLines)
        everyStep(step, box.left + box.top, box.right + box.bottom, [&](double sum) {
            addLine(path, {-1, sum}, columns);
        });
    if (hatch == Hatch::FallingLines)
        everyStep(step, box.top - box.right, box.bottom - box.left, [&](double difference) {
            addLine(path, {1, difference}, columns);
        });
    return path;
}

Path hatchPath(const BoxShape& box) {
    constexpr double kThin = 8; // px from line to line
    const AreaColumn column{box.corner.x, box.corner.x + box.width, box.corner.y, box.corner.y + box.height};
    return hatchPath({&column, 1}, box.look.hatch, kThin);
}

void drawArea(Picture& picture, const AreaLook& look, std::span<const AreaColumn> columns) {
    Path outline = areaPath(columns);
    if (outline.empty())
        return;
    constexpr double kFaint = 0.3; // under a hatch
    picture.fill(std::move(outline), look.ink, look.hatch == Hatch::Solid ? 1 : kFaint);
    Path lines = hatchPath(columns, look.hatch);
    if (!lines.empty())
        picture.stroke(std::move(lines), {look.ink, 1.2, {}});
}

Picture swatch(const AreaLook& look, double width, double height, std::string title) {
    Picture picture{width, height, std::move(title), {}, {}};
    const AreaColumn whole{0, width, 0, height};
    drawArea(picture, look, {&whole, 1});
    return picture;
}

} // namespace jitterscope
