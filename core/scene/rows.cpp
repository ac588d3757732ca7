// SPDX-License-Identifier: MIT
#include "core/scene/rows.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {

Rows::Rows(const LabResult& result, std::string_view id) {
    const auto found = std::ranges::find(result.tables, id, &Table::id);
    if (found != result.tables.end())
        m_table = &*found;
}

const Cell* Rows::cell(std::size_t row, std::string_view column) const noexcept {
    if (row >= size())
        return nullptr;
    const auto place = static_cast<std::size_t>(m_table->column(column)); // of −1: beyond every row
    return place < m_table->rows[row].size() ? &m_table->rows[row][place] : nullptr;
}

std::optional<double> Rows::number(std::size_t row, std::string_view column) const {
    const Cell* found = cell(row, column);
    const std::optional<double> value = found == nullptr ? std::nullopt : numberOf(*found);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string Rows::word(std::size_t row, std::string_view column) const {
    const Cell* found = cell(row, column);
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
