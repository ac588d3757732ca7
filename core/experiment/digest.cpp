// SPDX-License-Identifier: MIT
#include "core/experiment/digest.h"

#include "core/base/parse.h"

#include <algorithm>

namespace jitterscope {
namespace {

bool holds(const Table& points, std::size_t row, const Where& where) {
    return std::ranges::all_of(
        where, [&](const auto& wanted) { return wordOf(points.at(row, wanted.first)) == wanted.second; });
}

std::vector<Cell> differentCells(const Table& points, std::string_view column) {
    std::vector<Cell> cells;
    for (std::size_t row = 0; row < points.rows.size(); ++row) {
        Cell cell = points.at(row, column);
        if (std::ranges::find(cells, cell) == cells.end())
            cells.push_back(std::move(cell));
    }
    return cells;
}

std::vector<Cell> thinned(const std::vector<Cell>& cells, std::size_t most) {
    if (cells.size() <= most || most < 2)
        return cells;
    std::vector<Cell> kept;
    for (std::size_t i = 0; i < most; ++i)
        kept.push_back(cells[i * (cells.size() - 1) / (most - 1)]);
    return kept;
}

std::string headingOf(const Cell& cell, Quantity quantity) {
    if (const auto number = numberOf(cell))
        return numberText(*number) + (quantity == Quantity::Milliseconds ? " ms" : "");
    return std::string(wordOf(cell));
}

} // namespace

std::vector<std::string> wordsOf(const Table& points, std::string_view column) {
    std::vector<std::string> words;
    for (const Cell& cell : differentCells(points, column))
        words.emplace_back(wordOf(cell));
    return words;
}

Table rowsWhere(const Table& points, const Where& where) {
    Table table;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < points.columns.size(); ++i) {
        const auto said = [&](const auto& wanted) { return wanted.first == points.columns[i].name; };
        if (std::ranges::none_of(where, said))
            kept.push_back(i);
    }
    for (const std::size_t i : kept)
        table.columns.push_back(points.columns[i]);
    for (std::size_t row = 0; row < points.rows.size(); ++row) {
        if (!holds(points, row, where))
            continue;
        std::vector<Cell>& cells = table.rows.emplace_back();
        for (const std::size_t i : kept)
            cells.push_back(points.rows[row][i]);
    }
    return table;
}

Table lastOfEach(const Table& points, const std::vector<std::string_view>& columns) {
    Table table{.columns = points.columns};
    for (const auto& row : points.rows) {
        const auto same = [&](const std::vector<Cell>& other) {
            return std::ranges::all_of(columns, [&](std::string_view name) {
                const auto i = static_cast<std::size_t>(points.column(name));
                return row[i] == other[i];
            });
        };
        const auto found = std::ranges::find_if(table.rows, same);
        if (found == table.rows.end())
            table.rows.push_back(row);
        else
            *found = row;
    }
    return table;
}

Table mapOf(const Table& points, const Where& where, const MapColumns& columns, const MapSize& most) {
    const auto columnOf = [&](std::string_view name) {
        return points.columns[static_cast<std::size_t>(points.column(name))];
    };
    const std::vector<Cell> down = thinned(differentCells(points, columns.down), most.down);
    const std::vector<Cell> across = thinned(differentCells(points, columns.across), most.across);
    Table map{.columns = {columnOf(columns.down)}};
    for (const Cell& cell : across) {
        Column column = columnOf(columns.value);
        column.label = headingOf(cell, columnOf(columns.across).quantity);
        map.columns.push_back(std::move(column));
    }
    for (const Cell& cell : down) {
        std::vector<Cell>& row = map.rows.emplace_back(map.columns.size());
        row[0] = cell;
    }
    for (std::size_t row = 0; row < points.rows.size(); ++row) {
        const auto y = std::ranges::find(down, points.at(row, columns.down));
        const auto x = std::ranges::find(across, points.at(row, columns.across));
        if (y != down.end() && x != across.end() && holds(points, row, where))
            map.rows[static_cast<std::size_t>(y - down.begin())]
                    [1 + static_cast<std::size_t>(x - across.begin())] = points.at(row, columns.value);
    }
    return map;
}

} // namespace jitterscope
