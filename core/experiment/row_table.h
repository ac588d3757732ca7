// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"
#include "core/sleep/sleep_catalog.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// A column of a table, and how to compute its cell from a `Row`.
template <typename Row>
struct RowColumn {
    std::string name;
    std::string label;
    Quantity quantity = Quantity::Number;
    std::string meaning;
    Cell (*cell)(const Row&) = nullptr;
};

/// Fills a table from one list of columns and their cells.
template <typename Row>
class RowTable {
public:
    /// Gives `points` its columns. `points` must outlive it.
    RowTable(Table& points, std::vector<RowColumn<Row>> columns)
        : m_points(points), m_columns(std::move(columns)) {
        m_points.columns.clear();
        for (const RowColumn<Row>& column : m_columns)
            m_points.columns.push_back({column.name, column.label, column.quantity, column.meaning});
    }

    void add(const Row& row) {
        std::vector<Cell>& cells = m_points.rows.emplace_back();
        cells.reserve(m_columns.size());
        for (const RowColumn<Row>& column : m_columns)
            cells.push_back(column.cell(row));
        if (m_points.observer != nullptr)
            m_points.observer->rowAdded(m_points.rows.size() - 1);
    }

private:
    Table& m_points;
    std::vector<RowColumn<Row>> m_columns;
};

[[nodiscard]] inline Cell wordCell(std::string_view word) {
    return std::string(word);
}

/// The first column of most tables. `Row` has a `const SleepEntry* strategy`.
template <typename Row>
[[nodiscard]] RowColumn<Row> strategyColumn() {
    return {"strategy", "Strategy", Quantity::Word, "Way of waiting.",
            [](const Row& row) { return wordCell(row.strategy->id); }};
}

} // namespace jitterscope
