// SPDX-License-Identifier: MIT
#include "core/base/table.h"

#include <stdexcept>
#include <utility>

namespace jitterscope {

Cell cellOf(const std::optional<double>& value) {
    return value ? Cell(*value) : Cell();
}

std::optional<double> numberOf(const Cell& cell) noexcept {
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return *number;
    return std::nullopt;
}

std::string_view wordOf(const Cell& cell) noexcept {
    const auto* word = std::get_if<std::string>(&cell);
    return word != nullptr ? std::string_view(*word) : std::string_view();
}

std::string_view quantityId(Quantity quantity) noexcept {
    switch (quantity) {
    case Quantity::Word:
        return "word";
    case Quantity::Count:
        return "count";
    case Quantity::Time:
        return "time";
    case Quantity::Milliseconds:
        return "milliseconds";
    case Quantity::Percent:
        return "percent";
    case Quantity::Fraction:
        return "fraction";
    case Quantity::Ppm:
        return "ppm";
    case Quantity::Hertz:
        return "hertz";
    case Quantity::Number:
        break;
    }
    return "number";
}

int Table::column(std::string_view name) const noexcept {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].name == name)
            return static_cast<int>(i);
    }
    return -1;
}

const Cell& Table::at(std::size_t row, std::string_view name) const {
    static const Cell absent;
    const int place = column(name);
    return place < 0 ? absent : rows.at(row).at(static_cast<std::size_t>(place));
}

double Table::number(std::size_t row, std::string_view name) const {
    const std::optional<double> number = numberOf(at(row, name));
    if (!number)
        throw std::out_of_range("the table " + id + " has no number in its column " + std::string(name));
    return *number;
}

Table titled(std::string title, Table table) {
    table.title = std::move(title);
    return table;
}

} // namespace jitterscope
