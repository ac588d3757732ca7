// SPDX-License-Identifier: MIT
#include "core/import/formats/plain_csv.h"

#include "core/base/parse.h"
#include "core/import/log_table.h"
#include "core/import/plausible.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostColumnsNamed = 12;

bool isText(std::string_view text) {
    return !text.empty() && text.find('\0') == std::string_view::npos;
}

/// How the first two lines are divided.
struct Shape {
    char delimiter = ',';
    bool rowNames = false; ///< rows have a field before the first that is named, as R writes them
    bool fits = true;      ///< both have as many fields
};

std::size_t fieldCount(std::string_view line, char delimiter) {
    return TableHead(line, delimiter).names().size();
}

/// `16,7`, also in quotes: one number with a decimal comma.
bool isCommaNumber(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('"') && line.ends_with('"') && line.size() > 1)
        line = line.substr(1, line.size() - 2);
    return std::ranges::count(line, ',') == 1 && line.find('"') == std::string_view::npos &&
           logNumber(line, true).has_value();
}

/// `forced`: the delimiter of a line `sep=;`, or 0.
Shape shapeOf(std::string_view first, std::string_view second, char forced) {
    Shape shape;
    const bool divided = first.find_first_of(",;\t") != std::string_view::npos;
    if (forced != 0) {
        shape.delimiter = forced;
    } else if (divided) {
        shape.delimiter = TableHead(first).delimiter();
    } else if (isCommaNumber(second)) {
        shape.delimiter = ';'; // one column: nothing is divided, and numbers may have commas
    } else if (second.find_first_of(",;\t") != std::string_view::npos) {
        shape.delimiter = TableHead(second).delimiter();
    } else if (fieldCount(second, ' ') > 1) {
        const std::size_t names = fieldCount(first, ' ');
        shape.delimiter =
            names == fieldCount(second, ' ') || names + 1 == fieldCount(second, ' ') ? ' ' : ',';
    }
    const TableHead row(second, shape.delimiter);
    const std::size_t names = fieldCount(first, shape.delimiter);
    shape.rowNames = names + 1 == row.names().size() && !row.names().back().empty() &&
                     (trimmed(second).starts_with('"') || row.names().front() == "1");
    shape.fits = shape.rowNames || names == row.names().size();
    return shape;
}

/// `sep=;`, which spreadsheets write as the first line; 0 for any other line.
char separatorLine(std::string_view line) {
    line = trimmed(line);
    if (line.starts_with('"') && line.ends_with('"') && line.size() > 1)
        line = line.substr(1, line.size() - 2);
    return line.size() == 5 && startsWithName(line, "sep=") ? line[4] : '\0';
}

/// Whether some column has a number in both lines. The first line is then a row too, and names no columns.
bool isRow(const TableHead& first, const TableHead& second) {
    const auto isNumber = [](const TableHead& line, std::size_t i) {
        return logNumber(line.names()[i], line.decimalComma()).has_value();
    };
    for (std::size_t i = 0; i < std::min(first.names().size(), second.names().size()); ++i) {
        if (isNumber(first, i) && isNumber(second, i))
            return true;
    }
    return false;
}

/// A table: two lines of as many fields, the second with a number; or lines of one number each.
bool detectPlainCsv(const LogHead& head) {
    std::vector<std::string_view> lines;
    char forced = 0;
    for (const std::string_view line : head.lines) {
        if (!isText(line) || line.starts_with('#'))
            continue;
        if (lines.empty() && forced == 0) {
            forced = separatorLine(line);
            if (forced != 0)
                continue;
        }
        lines.push_back(line);
        if (lines.size() == 2)
            break;
    }
    if (lines.size() < 2)
        return false;
    const Shape shape = shapeOf(lines[0], lines[1], forced);
    const TableHead row(lines[1], shape.delimiter);
    return shape.fits && std::ranges::any_of(row.names(), [&](const std::string& field) {
               return logNumber(field, row.decimalComma()).has_value();
           });
}

/// The words of a name: `frameTimeMs`, `FRAMETIME_MS`, `latency (us)` end with a unit.
std::vector<std::string> wordsOf(std::string_view name) {
    std::vector<std::string> words;
    bool wasLower = false;
    bool inWord = false;
    for (const char c : name) {
        const bool upper = c >= 'A' && c <= 'Z';
        const bool letter = upper || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
        if (letter) {
            if (!inWord || (upper && wasLower))
                words.emplace_back();
            words.back() += upper ? static_cast<char>(c - 'A' + 'a') : c;
        }
        inWord = letter;
        wasLower = letter && !upper;
    }
    return words;
}

std::optional<std::string> unitInName(std::string_view name) {
    const std::vector<std::string> words = wordsOf(name);
    if (words.size() < 2)
        return std::nullopt;
    if (words.back() == "seconds" || words.back() == "sec")
        return "s";
    return unitScale(words.back()) ? std::optional(words.back()) : std::nullopt;
}

/// `fps`, `Average FPS`: frames a second.
bool isRate(std::string_view name) {
    const std::vector<std::string> words = wordsOf(name);
    return std::ranges::find(words, "fps") != words.end();
}

/// The one column whose name says that it holds times: with a unit (of several the one of frame times), else
/// frames a second, else moments.
std::optional<std::size_t> columnByName(const TableHead& head) {
    const auto isTime = [](std::string_view name) { return unitInName(name) && !namesTimeStamps(name); };
    const auto isFrameTime = [&](std::string_view name) {
        const std::vector<std::string> words = wordsOf(name);
        return isTime(name) && words.front().starts_with("frame");
    };
    const auto isMoment = [](std::string_view name) { return unitInName(name) && namesTimeStamps(name); };
    const auto only = [&](auto holds) -> std::optional<std::size_t> {
        const auto count = std::ranges::count_if(head.names(), holds);
        if (count != 1)
            return std::nullopt;
        return static_cast<std::size_t>(std::ranges::find_if(head.names(), holds) - head.names().begin());
    };
    if (const auto time = only(isTime))
        return time;
    if (const auto frameTime = only(isFrameTime))
        return frameTime;
    if (std::ranges::any_of(head.names(), isTime))
        return std::nullopt;
    const auto rate = only(isRate);
    return rate ? rate : only(isMoment);
}

Result<std::size_t> chooseColumn(const LogLines& lines, const TableHead& head, const ImportOptions& options,
                                 bool named) {
    if (options.column.empty()) {
        if (head.names().size() == 1)
            return std::size_t{0};
        if (const auto found = named ? columnByName(head) : std::nullopt)
            return *found;
        return Error{ErrorCode::Usage, lines.error("which column holds the times?").what,
                     "choose one with --column: " + (named ? head.namesShown(kMostColumnsNamed)
                                                           : "1 … " + std::to_string(head.names().size()))};
    }
    if (named) {
        if (const auto column = head.column(std::string_view(options.column)))
            return *column;
    }
    const std::optional<std::int64_t> number = parseInteger(options.column);
    if (number && *number >= 1 && *number <= static_cast<std::int64_t>(head.names().size()))
        return static_cast<std::size_t>(*number - 1);
    return Error{ErrorCode::Usage, lines.error("no column " + inQuotes(options.column)).what,
                 "it has " + (named ? head.namesShown(kMostColumnsNamed)
                                    : "1 … " + std::to_string(head.names().size()))};
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

/// The first two lines, which tell how the table is written.
struct Opening {
    struct Line {
        std::string text;
        std::int64_t number = 0;
        bool cut = false;
    };
    std::vector<Line> lines;
    char separator = 0;
};

Result<Opening> readOpening(LogLines& lines, ImportedLog& log) {
    Opening opening;
    const Result<Done> above = lines.forEach([&](std::string_view line) -> Result<bool> {
        const char separator = opening.lines.empty() ? separatorLine(line) : '\0';
        if (separator != 0)
            opening.separator = separator;
        else if (line.starts_with('#'))
            addComment(log, line.substr(1));
        else if (!trimmed(line).empty())
            opening.lines.push_back({std::string(line), lines.number(), lines.cut()});
        return opening.lines.size() < 2;
    });
    if (!above)
        return above.error();
    if (opening.lines.empty())
        return lines.error("the file ends without a row");
    return opening;
}

/// A column of moments beside the times, for judgeValues().
void findClock(const TableHead& head, FrameColumns& columns) {
    for (std::size_t i = 0; i < head.names().size(); ++i) {
        const auto unit = unitInName(head.names()[i]);
        if (i == columns.time || columns.clock || !unit || !namesTimeStamps(head.names()[i]))
            continue;
        columns.clock = i;
        columns.clockScale = *unitScale(*unit);
    }
}

Result<FrameColumns> chooseColumns(const LogLines& lines, const TableHead& head, bool named,
                                   const ImportOptions& options, ImportedLog& log) {
    leaveColumns(head.names(), named, options);
    const Result<std::size_t> column = chooseColumn(lines, head, options, named);
    if (!column)
        return column.error();
    FrameColumns columns;
    columns.time = column.value();
    if (named) {
        log.timeColumn = cleanText(head.names()[columns.time]);
        findClock(head, columns);
    }
    columns.perSecond = named && options.unit.empty() && isRate(log.timeColumn);
    if (columns.perSecond) {
        addComment(log, "times: one second over the frames a second of column " + log.timeColumn);
        return columns;
    }
    const Result<double> scale = chooseScale(lines, head, columns.time, named, options, log);
    if (!scale)
        return scale.error();
    columns.scale = scale.value();
    return columns;
}

} // namespace

Result<ImportedLog> readTable(const LogRequest& request) {
    Result<LogLines> opened = LogLines::open(request);
    if (!opened)
        return opened.error();
    LogLines& lines = opened.value();
    ImportedLog log;
    log.path = request.path;
    const Result<Opening> opening = readOpening(lines, log);
    if (!opening)
        return opening.error();
    const std::vector<Opening::Line>& first = opening.value().lines;
    const Shape shape = shapeOf(first.front().text, first.back().text, opening.value().separator);
    TableHead head(first.front().text, shape.delimiter);
    if (shape.rowNames)
        head.addRowNames();
    const bool asked =
        !request.options.column.empty() && head.column(std::string_view(request.options.column));
    const bool alone = first.size() == 1 && logNumber(head.names().front(), head.decimalComma());
    const bool named =
        asked || !(alone || (first.size() > 1 && isRow(head, TableHead(first[1].text, shape.delimiter))));
    const Result<FrameColumns> columns = chooseColumns(lines, head, named, request.options, log);
    if (!columns)
        return columns.error();
    ImportedRun blank;
    blank.quantity = request.options.quantity.value_or(LogQuantity::Duration);
    if (request.options.timeStamps ||
        (namesTimeStamps(log.timeColumn) && blank.quantity != LogQuantity::Lateness))
        blank.quantity = LogQuantity::Duration; // a moment may be 0
    else if (columns.value().perSecond)
        blank.quantity = LogQuantity::FrameTime;
    FrameRows rows(head, columns.value(), request.options, std::move(blank), log);
    for (std::size_t i = named ? 1 : 0; i < first.size(); ++i) {
        if (Result<Done> taken = rows.take(lines, first[i].text, first[i].number, first[i].cut); !taken)
            return taken.error();
    }
    if (Result<Done> done = rows.read(lines); !done)
        return done.error();
    if (Result<Done> done = rows.finish(lines); !done)
        return done.error();
    return log;
}

LogEntry plainCsvEntry() {
    return {
        "csv",
        "CSV with a column of times",
        "Any table with commas, semicolons, tabs or blanks, or one number a line. Say the column, and the "
        "unit "
        "where the column's name does not end with it (frame_ms, latency (us)). The values are durations, "
        "unless it is said that they are frame times or lateness. Of time stamps the differences are taken.",
        "RFC 4180, and what spreadsheets write",
        detectPlainCsv,
        readTable,
        nullptr,
        true,
        true};
}

} // namespace jitterscope::logs
