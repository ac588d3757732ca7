// SPDX-License-Identifier: MIT
#include "core/picture/hatch.h"

#include "core/picture/svg.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace jitterscope {
namespace {

constexpr double kStep = 4;    // px between lines
constexpr double kSame = 1e-6; // px

std::string point(double x, double y) {
    return svgNumber(x) + " " + svgNumber(y);
}

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
void addLine(std::string& data, const HatchLine& line, std::span<const AreaColumn> columns) {
    std::optional<std::pair<double, double>> piece;
    const auto flush = [&] {
        if (piece)
            data += "M" + point(piece->first, line.at(piece->first)) + "L" +
                    point(piece->second, line.at(piece->second));
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

/// The multiples of the step inside low … high.
template <typename Do>
void everyStep(double low, double high, Do what) {
    for (double at = std::ceil(low / kStep) * kStep; at <= high; at += kStep)
        what(at);
}

struct Box {
    double left = std::numeric_limits<double>::max();
    double right = std::numeric_limits<double>::lowest();
    double top = std::numeric_limits<double>::max();
    double bottom = std::numeric_limits<double>::lowest();
};

Box boxOf(std::span<const AreaColumn> columns) {
    Box box;
    for (const AreaColumn& column : columns) {
        box.left = std::min(box.left, column.left);
        box.right = std::max(box.right, column.right);
        box.top = std::min(box.top, column.top);
        box.bottom = std::max(box.bottom, column.bottom);
    }
    return box;
}

std::string verticals(std::span<const AreaColumn> columns) {
    std::string data;
    for (const AreaColumn& column : columns)
        everyStep(column.left, column.right - kSame, [&](double x) {
            if (column.bottom - column.top > kSame)
                data += "M" + point(x, column.top) + "L" + point(x, column.bottom);
        });
    return data;
}

} // namespace

std::string areaPath(std::span<const AreaColumn> columns) {
    std::string data;
    for (std::size_t begin = 0; begin < columns.size();) {
        if (columns[begin].bottom - columns[begin].top < kSame) {
            ++begin;
            continue;
        }
        // A run of columns that touch: along the tops to the right, along the bottoms back.
        std::size_t end = begin + 1;
        while (end < columns.size() && columns[end].bottom - columns[end].top >= kSame &&
               std::abs(columns[end].left - columns[end - 1].right) < kSame)
            ++end;
        data += "M" + point(columns[begin].left, columns[begin].bottom);
        for (std::size_t i = begin; i < end; ++i)
            data += "V" + svgNumber(columns[i].top) + "H" + svgNumber(columns[i].right);
        for (std::size_t i = end; i > begin; --i)
            data += "V" + svgNumber(columns[i - 1].bottom) + "H" + svgNumber(columns[i - 1].left);
        data += "z";
        begin = end;
    }
    return data;
}

std::string hatchPath(std::span<const AreaColumn> columns, Hatch hatch) {
    if (columns.empty() || hatch == Hatch::Solid)
        return {};
    if (hatch == Hatch::Grid)
        return hatchPath(columns, Hatch::HorizontalLines) + verticals(columns);
    if (hatch == Hatch::VerticalLines)
        return verticals(columns);
    const Box box = boxOf(columns);
    std::string data;
    if (hatch == Hatch::HorizontalLines)
        everyStep(box.top, box.bottom, [&](double y) { addLine(data, {0, y}, columns); });
    else if (hatch == Hatch::RisingLines)
        everyStep(box.left + box.top, box.right + box.bottom, [&](double sum) {
            addLine(data, {-1, sum}, columns);
        });
    else
        everyStep(box.top - box.right, box.bottom - box.left, [&](double difference) {
            addLine(data, {1, difference}, columns);
        });
    return data;
}

} // namespace jitterscope
