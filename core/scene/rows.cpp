// SPDX-License-Identifier: MIT
#include "core/scene/rows.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {

std::vector<Row> rowsOf(const LabResult& result, std::string_view id) {
    std::vector<Row> rows;
    const auto table = std::ranges::find(result.tables, id, &Table::id);
    if (table != result.tables.end()) {
        for (const std::vector<Cell>& cells : table->rows)
            rows.emplace_back(*table, cells);
    }
    return rows;
}

Row rowOf(const LabResult& result, std::string_view id, std::size_t row) {
    const std::vector<Row> rows = rowsOf(result, id);
    return row < rows.size() ? rows[row] : Row();
}

const Cell* Row::cell(std::string_view column) const noexcept {
    if (m_table == nullptr)
        return nullptr;
    const auto place = static_cast<std::size_t>(m_table->column(column)); // of −1: beyond every row
    return place < m_cells->size() ? &(*m_cells)[place] : nullptr;
}

std::optional<double> Row::number(std::string_view column) const {
    const Cell* found = cell(column);
    const std::optional<double> value = found == nullptr ? std::nullopt : numberOf(*found);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string Row::word(std::string_view column) const {
    const Cell* found = cell(column);
    return found == nullptr ? std::string() : std::string(wordOf(*found));
}

Curve curveOf(const LabResult& result, std::string_view id, std::size_t most) {
    Curve curve;
    const auto found = std::ranges::find(result.series, id, &LabSeries::id);
    if (found == result.series.end())
        return curve;
    const auto& points = found->points;
    const std::size_t stride = std::max<std::size_t>(1, (points.size() + most - 1) / most);
    for (std::size_t i = 0; i < points.size(); i += stride)
        curve.push_back({points[i].x, points[i].y});
    if (!points.empty() && (points.size() - 1) % stride != 0)
        curve.push_back({points.back().x, points.back().y});
    return curve;
}

std::optional<double> valueAt(const Curve& curve, double until) {
    const auto after = std::ranges::upper_bound(curve, until, {}, &Point::x);
    return after == curve.begin() ? std::nullopt : std::optional(std::prev(after)->y);
}

} // namespace jitterscope::scene
