// SPDX-License-Identifier: MIT
#include "core/scene/covered_cells.h"

#include "core/base/portable_math.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {

Box boxOf(const TextShape& text, const Letters& letters) {
    constexpr double kCapitals = 0.78; // of the size, over the base line
    constexpr double kTails = 0.22;
    const double width = letters.ruler(text.text, text.look);
    const double left = text.at.x - (text.look.anchor == Anchor::Start ? 0
                                     : text.look.anchor == Anchor::End ? width
                                                                       : width / 2);
    return {left, text.at.y - kCapitals * text.look.size, left + width, text.at.y + kTails * text.look.size};
}

CoveredCells::CoveredCells(const Canvas& canvas)
    : m_columns(static_cast<int>(canvas.picture.width / kCell) + 1),
      m_rows(static_cast<int>(canvas.picture.height / kCell) + 1),
      m_cells(static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_rows), 0),
      m_summed(static_cast<std::size_t>(m_rows), 0) {
    for (const Shape& shape : canvas.picture.shapes)
        add(shape, canvas.letters);
}

void CoveredCells::add(const Shape& shape, const Letters& letters) {
    constexpr double kFaint = 0.2; // a ground that letters are well read on
    if (const auto* line = std::get_if<LineShape>(&shape)) {
        if (line->look.ink != Ink::Hairline)
            follow(line->from, line->to);
    } else if (const auto* stroke = std::get_if<StrokeShape>(&shape)) {
        if (stroke->look.ink != Ink::Hairline)
            follow(stroke->path);
    } else if (const auto* circle = std::get_if<CircleShape>(&shape)) {
        const auto& [at, r] = std::pair(circle->centre, circle->radius);
        cover({at.x - r, at.y - r, at.x + r, at.y + r}, kLine);
    } else if (const auto* box = std::get_if<BoxShape>(&shape)) {
        const Box area = boxAt(box->corner.x, box->corner.y, box->width, box->height);
        cover(area, kArea);
        edge(area);
    } else if (const auto* rect = std::get_if<RectShape>(&shape)) {
        const Box area = boxAt(rect->corner.x, rect->corner.y, rect->width, rect->height);
        if (rect->fill != Ink::Card && rect->opacity > kFaint) {
            cover(area, kArea);
            edge(area);
        }
    } else if (const auto* stamp = std::get_if<StampShape>(&shape)) {
        cover(boxAt(stamp->corner.x, stamp->corner.y, stamp->picture->width * stamp->scale,
                    stamp->picture->height * stamp->scale),
              kArea);
    } else if (const auto* text = std::get_if<TextShape>(&shape)) {
        take(boxOf(*text, letters));
    }
}

void CoveredCells::cover(const Box& box, std::uint8_t weight) {
    const auto [left, right, top, bottom] = cellsOf(box);
    for (int row = top; row <= bottom; ++row) {
        for (int column = left; column <= right; ++column) {
            std::uint8_t& cell = m_cells[placeOf(row, column)];
            cell = std::max(cell, weight);
        }
        m_summed[static_cast<std::size_t>(row)] = 0;
    }
}

void CoveredCells::follow(const Point& from, const Point& to) {
    const double length = portable::hypot(to.x - from.x, to.y - from.y);
    if (!std::isfinite(length))
        return;
    const int steps = static_cast<int>(length / kCell) + 1;
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        const double x = from.x + share * (to.x - from.x);
        const double y = from.y + share * (to.y - from.y);
        cover({x, y, x, y}, kLine);
    }
}

void CoveredCells::follow(const Path& path) {
    for (const Outline& outline : path) {
        const std::vector<Point>& points = outline.points;
        for (std::size_t i = 1; i < points.size(); ++i)
            follow(points[i - 1], points[i]);
        if (outline.closed && points.size() > 1)
            follow(points.back(), points.front());
    }
}

void CoveredCells::edge(const Box& box) {
    follow({box.left, box.top}, {box.right, box.top});
    follow({box.left, box.bottom}, {box.right, box.bottom});
    follow({box.left, box.top}, {box.left, box.bottom});
    follow({box.right, box.top}, {box.right, box.bottom});
}

std::size_t CoveredCells::placeOf(int row, int column) const noexcept {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns) +
           static_cast<std::size_t>(column);
}

CoveredCells::Cells CoveredCells::cellsOf(const Box& box) const {
    return {std::max(static_cast<int>(box.left / kCell), 0),
            std::min(static_cast<int>(box.right / kCell), m_columns - 1),
            std::max(static_cast<int>(box.top / kCell), 0),
            std::min(static_cast<int>(box.bottom / kCell), m_rows - 1)};
}

double CoveredCells::under(const Box& box) const {
    const Cells cells = cellsOf(box);
    double sum = 0;
    for (int row = cells.top; row <= cells.bottom; ++row) {
        for (int column = cells.left; column <= cells.right; ++column)
            sum += m_cells[placeOf(row, column)];
    }
    return sum;
}

double CoveredCells::underOneOfMany(const Box& box) const {
    const Cells cells = cellsOf(box);
    std::uint32_t sum = 0;
    for (int row = cells.top; cells.left <= cells.right && row <= cells.bottom; ++row) {
        const std::uint32_t* const sums = sumsOf(row);
        sum += sums[cells.right + 1] - sums[cells.left];
    }
    return sum;
}

const std::uint32_t* CoveredCells::sumsOf(int row) const {
    const auto wide = static_cast<std::size_t>(m_columns) + 1;
    if (m_sums.empty())
        m_sums.resize(wide * static_cast<std::size_t>(m_rows));
    std::uint32_t* const sums = m_sums.data() + wide * static_cast<std::size_t>(row);
    if (m_summed[static_cast<std::size_t>(row)] == 0) {
        const std::uint8_t* const cells = m_cells.data() + placeOf(row, 0);
        sums[0] = 0;
        for (int column = 0; column < m_columns; ++column)
            sums[column + 1] = sums[column] + cells[column];
        m_summed[static_cast<std::size_t>(row)] = 1;
    }
    return sums;
}

} // namespace jitterscope::scene
