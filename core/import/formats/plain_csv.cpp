// SPDX-License-Identifier: MIT
#include "core/import/formats/plain_csv.h"

#include "core/base/parse.h"
#include "core/import/log_table.h"

#include <algorithm>
#include <charconv>

namespace jitterscope::logs {
namespace {

/// Whether a line is a row of numbers alone: such a file has no column line.
bool isNumbers(const TableHead& line) {
    return !line.names().empty() && std::ranges::all_of(line.names(), [&](const std::string& field) {
        return logNumber(field, line.decimalComma()).has_value() || isMissing(field);
    });
}

bool isText(std::string_view text) {
    return !text.empty() && text.find('\0') == std::string_view::npos;
}

/// A table: two lines of as many fields, the second with a number; or lines of one number each.
bool detectPlainCsv(const LogHead& head) {
    std::vector<TableHead> lines;
    for (const std::string_view line : head.lines) {
        if (!isText(line) || line.starts_with('#'))
            continue;
        lines.emplace_back(line);
        if (lines.size() == 2)
            break;
    }
    if (lines.size() < 2 || lines[0].names().size() != lines[1].names().size())
        return false;
    return std::ranges::any_of(lines[1].names(), [&](const std::string& field) {
        return logNumber(field, lines[1].decimalComma()).has_value();
    });
}

/// `frame_ms`, `frame time (ms)`, `latency[us]`: a name that ends with its unit.
std::optional<std::string> unitInName(std::string_view name) {
    name = trimmed(name);
    while (name.ends_with(')') || name.ends_with(']'))
        name.remove_suffix(1);
    const std::size_t begin = name.find_last_of("_ ([");
    if (begin == std::string_view::npos || begin == 0)
        return std::nullopt;
    const std::string unit(name.substr(begin + 1));
    return unitScale(unit) ? std::optional(unit) : std::nullopt;
}

std::string columnNames(const TableHead& head) {
    constexpr std::size_t kMostNamed = 12;
    std::string names;
    for (std::size_t i = 0; i < std::min(head.names().size(), kMostNamed); ++i)
        names += (i > 0 ? ", " : "") + head.names()[i].substr(0, 40);
    return cleanText(names) + (head.names().size() > kMostNamed ? ", …" : "");
}

Result<std::size_t> chooseColumn(const LogLines& lines, const TableHead& head, const ImportOptions& options,
                                 bool named) {
    if (options.column.empty()) {
        if (head.names().size() == 1)
            return std::size_t{0};
        return Error{ErrorCode::Usage, lines.error("which column holds the times?").what,
                     "choose one with --column: " +
                         (named ? columnNames(head) : "1 … " + std::to_string(head.names().size()))};
    }
    if (named) {
        if (const auto column = head.column(std::string_view(options.column)))
            return *column;
    }
    const std::optional<std::int64_t> number = parseInteger(options.column);
    if (number && *number >= 1 && *number <= static_cast<std::int64_t>(head.names().size()))
        return static_cast<std::size_t>(*number - 1);
    return Error{ErrorCode::Usage, lines.error("no column " + inQuotes(options.column)).what,
                 "it has " + (named ? columnNames(head) : "1 … " + std::to_string(head.names().size()))};
}

Result<double> chooseScale(const LogLines& lines, const TableHead& head, std::size_t column, bool named,
                           const ImportOptions& options, ImportedLog& log) {
    if (!options.unit.empty())
        return chosenScale(options, 1);
    const auto unit = named ? unitInName(head.names()[column]) : std::nullopt;
    if (!unit)
        return Error{ErrorCode::Usage, lines.error("in which unit are the times?").what,
                     "say it with --unit: s, ms, us or ns"};
    addComment(log, "unit: " + *unit + ", by the column's name");
    return *unitScale(*unit);
}

Result<ImportedLog> readPlainCsv(const LogRequest& request) {
    Result<LogLines> opened = LogLines::open(request);
    if (!opened)
        return opened.error();
    LogLines& lines = opened.value();
    ImportedLog log;
    log.path = request.path;
    std::string first;
    const Result<Done> above = lines.forEach([&](std::string_view line) -> Result<bool> {
        if (line.starts_with('#'))
            addComment(log, line.substr(1));
        else if (!trimmed(line).empty())
            first = line;
        return first.empty();
    });
    if (!above)
        return above.error();
    if (first.empty())
        return lines.error("the file ends without a row");
    const TableHead head(first);
    const bool named = !isNumbers(head);
    const Result<std::size_t> column = chooseColumn(lines, head, request.options, named);
    if (!column)
        return column.error();
    FrameColumns columns;
    columns.time = column.value();
    const Result<double> scale = chooseScale(lines, head, columns.time, named, request.options, log);
    if (!scale)
        return scale.error();
    columns.scale = scale.value();
    ImportedRun blank;
    blank.quantity = request.options.quantity.value_or(LogQuantity::Duration);
    FrameRows rows(head, columns, request.options, std::move(blank), log);
    if (!named) {
        if (Result<Done> taken = rows.take(lines, first, lines.number(), lines.cut()); !taken)
            return taken.error();
    }
    if (Result<Done> done = rows.read(lines); !done)
        return done.error();
    if (Result<Done> done = rows.finish(lines); !done)
        return done.error();
    return log;
}

} // namespace

LogEntry plainCsvEntry() {
    return {
        "csv",
        "CSV with a column of times",
        "Any table with commas, semicolons or tabs, or one number a line. Say the column, and the unit where "
        "the column's name does not end with it (frame_ms, latency (us)). The values are durations, unless "
        "it "
        "is said that they are frame times or lateness.",
        "RFC 4180, and what spreadsheets write",
        detectPlainCsv,
        readPlainCsv,
        nullptr};
}

} // namespace jitterscope::logs
