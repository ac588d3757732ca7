// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jitterscope {

/// One value of a table: absent, a whole number, a number, or a word.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;
[[nodiscard]] Cell cellOf(const std::optional<double>& value);
/// The number in a cell, if there is one.
[[nodiscard]] std::optional<double> numberOf(const Cell& cell) noexcept;
/// The word in a cell, otherwise empty.
[[nodiscard]] std::string_view wordOf(const Cell& cell) noexcept;

/// What a column's numbers mean. A flag is 1 or 0: `yes`, `no`.
enum class Quantity { Word, Count, Flag, Time, Milliseconds, Percent, Fraction, Ppm, Hertz, Number };
[[nodiscard]] std::string_view quantityId(Quantity quantity) noexcept; ///< `word`, `count`, `time`, …

/// `name` is the column's name in files, with the unit (`mean_error_ns`); `label` is for people.
struct Column {
    std::string name;
    std::string label;
    Quantity quantity = Quantity::Number;
    std::string meaning = {}; ///< one sentence; says which direction is good
};

/// Is told of each row right after it was added.
class RowObserver {
public:
    virtual ~RowObserver() = default;
    virtual void rowAdded(std::size_t row) = 0;
};

/// The one type of table. Experiments, labs and reports fill it; the writers of CSV, JSON, text, Markdown and
/// HTML take it. Each row has as many cells as there are columns.
struct Table {
    std::string id = {};    ///< in files; empty if there is only one
    std::string title = {}; ///< for people; empty if not needed
    std::vector<Column> columns = {};
    std::vector<std::vector<Cell>> rows = {};
    RowObserver* observer = nullptr; ///< only while it is filled

    /// Index of the column called `name`, or −1.
    [[nodiscard]] int column(std::string_view name) const noexcept;
    /// A row's cell in the column called `name`; absent if there is no such column.
    [[nodiscard]] const Cell& at(std::size_t row, std::string_view name) const;
    /// The same as a number, for callers who know the table. Throws std::out_of_range if there is none.
    [[nodiscard]] double number(std::size_t row, std::string_view name) const;
};

namespace said {

/// A value by what it means: `16.67 ms`, `4.8 %`, `+12 ppm`, `600`; "–" for what is not finite. Times in ns;
/// fractions are shown as percent.
[[nodiscard]] std::string quantity(double value, Quantity quantity);
/// As quantity(); a word as it is, an absent cell as "–".
[[nodiscard]] std::string cell(const Cell& cell, Quantity quantity);
/// As short as possible, for a tick of an axis: `10 µs`, `0.1 %`.
[[nodiscard]] std::string tick(double value, Quantity quantity);

} // namespace said

/// The table with another title.
[[nodiscard]] Table titled(std::string title, Table table);

} // namespace jitterscope
