// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_lines.h"

#include <map>
#include <string>
#include <vector>

namespace jitterscope::logs {

/// Blank-separated words of a line; at most `most`.
void splitWords(std::string_view line, std::size_t most, std::vector<std::string_view>& words);

/// Runs that are histograms, made from a table of counts: each column is a run.
class CountTable {
public:
    /// A row of the table: the values from `least` to `most`, ns. They are reported as `most`.
    struct Bin {
        double least = 0;
        double most = 0;
    };

    explicit CountTable(LogQuantity quantity, std::string_view program)
        : m_quantity(quantity), m_program(program) {}

    /// Begins a column.
    void addColumn(std::string name);
    [[nodiscard]] std::size_t columns() const noexcept { return m_columns.size(); }
    /// Adds to a column's bin. False: more buckets than a log may have, an impossible value or count.
    bool add(std::size_t column, const Bin& bin, std::int64_t count);
    /// What the log says of a column besides: overflow, least, mean, greatest.
    [[nodiscard]] LogHistogram& histogram(std::size_t column) { return m_columns[column].histogram; }
    /// Puts the runs that hold a value at the end of the log. `recording`: as ImportedRun::recording.
    void finish(ImportedLog& log, std::size_t recording = 0);

private:
    struct Column {
        std::string name;
        std::map<std::int64_t, std::pair<double, std::uint64_t>> counts; // by `most`: `least`, count
        LogHistogram histogram;
    };
    LogQuantity m_quantity;
    std::string m_program;
    std::vector<Column> m_columns;
    std::size_t m_buckets = 0;
};

} // namespace jitterscope::logs
