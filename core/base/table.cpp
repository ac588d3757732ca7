// SPDX-License-Identifier: MIT
#include "core/base/table.h"

#include "core/base/said.h"

#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace jitterscope {
namespace {

/// So many significant digits, without zeros at the end: `0.5`, `2`, `1000`.
std::string shortest(double value, int digits = 6) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), std::abs(value),
                                   std::chars_format::general, digits);
    return (value < 0 ? "−" : "") + std::string(text.data(), end.ptr);
}

std::string countOf(double value) {
    constexpr double kLargest = 9e15; // fits into a whole number of 64 bits
    return std::abs(value) < kLargest ? said::count(std::llround(value)) : shortest(value);
}

std::string shortTime(double ns) {
    const double size = std::abs(ns);
    const auto in = [ns](double unit, const char* name) { return shortest(ns / unit) + name; };
    if (size >= 1e9)
        return in(1e9, " s");
    if (size >= 1e6)
        return in(1e6, " ms");
    return size >= 1e3 ? in(1e3, " µs") : in(1, " ns");
}

} // namespace

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
    case Quantity::Flag:
        return "flag";
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

std::string said::quantity(double value, Quantity quantity) {
    constexpr int kDigits = 4; // of a number without a unit
    if (!std::isfinite(value))
        return absent();
    switch (quantity) {
    case Quantity::Time:
        return duration(value);
    case Quantity::Milliseconds:
        return shortest(value) + " ms";
    case Quantity::Percent:
        return percent(value);
    case Quantity::Fraction:
        return percent(value * 100);
    case Quantity::Ppm:
        return ppm(value);
    case Quantity::Hertz:
        return shortest(value) + " Hz";
    case Quantity::Count:
        return countOf(value);
    case Quantity::Flag:
        return value != 0 ? "yes" : "no";
    case Quantity::Word:
    case Quantity::Number:
        break;
    }
    return shortest(value, kDigits);
}

std::string said::cell(const Cell& cell, Quantity kind) {
    if (const std::optional<double> number = numberOf(cell))
        return quantity(*number, kind);
    return std::holds_alternative<std::string>(cell) ? std::get<std::string>(cell) : absent();
}

std::string said::tick(double value, Quantity quantity) {
    switch (quantity) {
    case Quantity::Time:
        return shortTime(value);
    case Quantity::Percent:
        return shortest(value) + " %";
    case Quantity::Fraction:
        return shortest(value * 100) + " %";
    default:
        return shortest(value);
    }
}

Table titled(std::string title, Table table) {
    table.title = std::move(title);
    return table;
}

} // namespace jitterscope
