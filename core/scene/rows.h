// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"
#include "core/picture/picture.h"

#include <optional>

namespace jitterscope::scene {

/// A row of a result's table, where cells and columns may be missing.
class Row {
public:
    Row() = default; ///< all cells are missing
    Row(const Table& table, const std::vector<Cell>& cells) : m_table(&table), m_cells(&cells) {}

    [[nodiscard]] std::optional<double> number(std::string_view column) const;
    /// The same; 0 if it is missing.
    [[nodiscard]] double operator[](std::string_view column) const { return number(column).value_or(0); }
    [[nodiscard]] std::string word(std::string_view column) const;

private:
    [[nodiscard]] const Cell* cell(std::string_view column) const noexcept;

    const Table* m_table = nullptr;
    const std::vector<Cell>* m_cells = nullptr;
};

/// The rows of the table with this id; none if there is no such table.
[[nodiscard]] std::vector<Row> rowsOf(const LabResult& result, std::string_view id);
/// One of them. If there is none, all its cells are missing.
[[nodiscard]] Row rowOf(const LabResult& result, std::string_view id, std::size_t row = 0);

/// A curve: x ascends.
using Curve = std::vector<Point>;

/// The points of a series, at most about `most` of them; empty if there is no such series.
[[nodiscard]] Curve curveOf(const LabResult& result, std::string_view id, std::size_t most = 600);
/// The y of the last point whose x is at most `until`; absent if there is none.
[[nodiscard]] std::optional<double> valueAt(const Curve& curve, double until);

} // namespace jitterscope::scene
