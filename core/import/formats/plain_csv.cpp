// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/formats/formats.h"
#include "core/import/log_table.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kWide = 8; // columns; in more, a single one with a unit need not be the one

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

/// `The loop took 28.3 ms (missed cycles : 2).`: words divided by blanks, of which some are numbers.
bool isSentence(const TableHead& row) {
    const auto isWord = [&](const std::string& field) {
        return !field.starts_with('"') && !logNumber(field, true) && !isMissing(field);
    };
    const auto words = std::ranges::count_if(row.names(), isWord);
    return row.delimiter() == ' ' && words >= 4 && 2 * words > std::ssize(row.names());
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
    return shape.fits && !isSentence(row) && std::ranges::any_of(row.names(), [&](const std::string& field) {
               return logNumber(field, row.decimalComma()).has_value();
           });
}

/// The one column whose name says that it holds times: with a unit (of several the one of frame times), else
/// frames a second, else moments.
std::optional<std::size_t> columnByName(const TableHead& head) {
    const auto isTime = [](std::string_view name) { return unitInName(name) && !namesTimeStamps(name); };
    const auto isFrameTime = [](std::string_view name) { return unitInName(name) && namesFrameTime(name); };
    const auto isMoment = [](std::string_view name) { return unitInName(name) && namesTimeStamps(name); };
    const auto only = [&](auto holds) -> std::optional<std::size_t> {
        const auto count = std::ranges::count_if(head.names(), holds);
        if (count != 1)
            return std::nullopt;
        return static_cast<std::size_t>(std::ranges::find_if(head.names(), holds) - head.names().begin());
    };
    if (const auto frameTime = only(isFrameTime))
        return frameTime;
    if (const auto time = only(isTime))
        return head.names().size() <= kWide ? time : std::nullopt;
    if (std::ranges::any_of(head.names(), isTime))
        return std::nullopt;
    const auto rate = only(namesRate);
    return rate ? rate : only(isMoment);
}

/// Whether each row is a figure of many frames, by the names of its columns.
bool isSummary(const TableHead& head, const std::optional<std::size_t>& column) {
    const auto summaries = std::ranges::count_if(head.names(), namesSummary);
    if (column && namesFrameTime(head.names()[*column]))
        return false;
    return (column && namesSummary(head.names()[*column])) || summaries >= 2;
}

/// A question, which `asks` answer.
Error whichLine(const ImportedLog& log, std::int64_t number, std::string_view what, std::string hint,
                std::string asks) {
    return Error{ErrorCode::Usage,
                 pathText(log.path) + " line " + std::to_string(number) + ": " + std::string(what),
                 std::move(hint), std::move(asks)};
}

/// `number`: line of the first row.
Result<std::size_t> chooseColumn(std::int64_t number, const TableHead& head, const ImportOptions& options,
                                 bool named, const ImportedLog& log) {
    const std::string all =
        named ? head.namesToChoose() : std::string("1 … ") + std::to_string(head.names().size());
    if (options.column.empty()) {
        const auto found = named ? columnByName(head) : std::nullopt;
        if (named && isSummary(head, found))
            return Error{
                ErrorCode::Format,
                pathText(log.path) +
                    " holds figures of whole benchmarks, one row each, and no frame times: " +
                    head.namesShown(kWide),
                "open the recording from which they were computed, which has a row for each frame; list "
                "formats says how to make one"};
        if (head.names().size() == 1)
            return std::size_t{0};
        if (found)
            return *found;
        return whichLine(log, number, "which column holds the times?", "choose one with --column: " + all,
                         "--column");
    }
    if (named) {
        if (const auto column = head.column(std::string_view(options.column)))
            return *column;
    }
    const std::optional<std::int64_t> place = parseInteger(options.column);
    if (place && *place >= 1 && *place <= static_cast<std::int64_t>(head.names().size()))
        return static_cast<std::size_t>(*place - 1);
    return whichLine(log, number, "no column " + inQuotes(options.column), "it has " + all, "--column");
}

Result<double> chooseScale(std::int64_t number, const TableHead& head, std::size_t column, bool named,
                           const ImportOptions& options, ImportedLog& log) {
    if (!options.unit.empty())
        return chosenScale(options, 1);
    const std::string name = named ? head.names()[column] : std::string();
    const auto unit = named ? unitInName(name) : std::nullopt;
    if (unit) {
        addComment(log, "unit: " + *unit + ", by the column's name");
        return *unitScale(*unit);
    }
    const std::vector<std::string> words = wordsOf(name);
    const bool ticks =
        std::ranges::any_of(words, [](const std::string& word) { return word == "ticks" || word == "qpc"; });
    return whichLine(log, number, "in which unit are the times?",
                     ticks ? "say it with --unit: 100ns (ticks of .NET, and of most Windows machines' QPC), "
                             "qpc:HZ, or s, ms, us, ns"
                           : "say it with --unit: s, ms, us, ns, 100ns or qpc:HZ",
                     "--unit");
}

/// The first lines, which tell how the table is written.
struct Opening {
    static constexpr std::size_t kLines = 4;
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
        return opening.lines.size() < Opening::kLines;
    });
    if (!above)
        return above.error();
    if (opening.lines.empty())
        return lines.error("the file ends without a row");
    return opening;
}

/// Takes away two lines about the system that stand above the table: names, and a value for each. Error: the
/// rows below them have no column line.
Result<Done> dropSystemLines(Opening& opening, ImportedLog& log) {
    std::vector<Opening::Line>& lines = opening.lines;
    if (lines.size() < Opening::kLines || opening.separator != 0)
        return Done{};
    std::vector<TableHead> heads;
    for (const Opening::Line& line : lines)
        heads.emplace_back(line.text);
    const auto fields = [&](std::size_t i) { return heads[i].names().size(); };
    const auto numbers = [&](std::size_t i) {
        return std::ranges::count_if(heads[i].names(), [&](const std::string& field) {
            return logNumber(field, heads[i].decimalComma()).has_value();
        });
    };
    const bool apart =
        fields(0) == fields(1) && fields(2) == fields(3) && fields(2) != fields(0) && fields(2) > 1;
    if (!apart || numbers(0) > 0 || numbers(3) == 0)
        return Done{};
    if (numbers(2) > 0)
        return Error{ErrorCode::Format,
                     pathText(log.path) + " line " + std::to_string(lines[2].number) +
                         ": no line names the columns of its rows; the lines above are about the system",
                     "put a line with a name for each of the " + std::to_string(fields(2)) +
                         " columns above the rows, as fps,frametime,…, and take away the lines above it"};
    for (std::size_t i = 0; i < fields(0); ++i)
        addComment(log, heads[0].names()[i] + ": " + heads[1].names()[i]);
    lines.erase(lines.begin(), lines.begin() + 2);
    return Done{};
}

/// A column of moments beside the times, for judgeValues(). `row`: the first one.
void findClock(const TableHead& head, const TableHead& row, FrameColumns& columns) {
    for (std::size_t i = 0; i < head.names().size(); ++i) {
        const std::string& name = head.names()[i];
        const auto unit = unitInName(name);
        const std::string value = i < row.names().size() ? row.names()[i] : std::string();
        const bool ofDay = std::ranges::count(value, ':') >= 2 && !logNumber(value, head.decimalComma());
        if (i == columns.time || columns.clock || !(ofDay || (unit && namesTimeStamps(name))))
            continue;
        columns.clock = i;
        columns.clockOfDay = ofDay;
        columns.clockScale = unit ? *unitScale(*unit) : 1e9;
    }
}

/// The table's first lines, divided.
struct Beginning {
    TableHead head;
    std::vector<TableHead> rows; ///< those below the column line, at most three
    bool named = true;
    std::int64_t number = 0; ///< line of the first row
};

/// Whether frames were counted in each second, as in the file of Fraps that has the one column FPS. Error: a
/// column of whole numbers may hold that, or rounded rates of single frames.
Result<bool> countsEachSecond(const Beginning& begin, const FrameColumns& columns,
                              const ImportOptions& options, const ImportedLog& log) {
    if (!columns.perSecond || options.quantity == LogQuantity::FrameTime)
        return false;
    const auto isWhole = [&](const TableHead& row) {
        return row.names().size() <= columns.time ||
               row.names()[columns.time].find_first_of(".,") == std::string::npos;
    };
    if (begin.rows.empty() || !std::ranges::all_of(begin.rows, isWhole))
        return false;
    if (begin.head.names().size() == 1 || options.quantity == LogQuantity::FrameRate)
        return true;
    if (columns.clock)
        return false; // it tells
    return whichLine(log, begin.number,
                     "are these frames counted in each second, or the rates of single frames, rounded?",
                     "--quantity frames-each-second, or frame-time; --column chooses another column",
                     "--quantity --column");
}

Result<FrameColumns> chooseColumns(const Beginning& begin, const ImportOptions& options, ImportedLog& log) {
    const TableHead& head = begin.head;
    const bool named = begin.named;
    leaveColumns(head.names(), named, options);
    const Result<std::size_t> column = chooseColumn(begin.number, head, options, named, log);
    if (!column)
        return column.error();
    FrameColumns columns;
    columns.time = column.value();
    if (named) {
        log.timeColumn = cleanText(head.names()[columns.time]);
        findClock(head, begin.rows.empty() ? head : begin.rows.front(), columns);
    }
    columns.perSecond = named && options.unit.empty() && namesRate(log.timeColumn);
    if (columns.perSecond) {
        const Result<bool> counts = countsEachSecond(begin, columns, options, log);
        if (!counts)
            return counts.error();
        columns.scale = 1e9;
        addComment(log, counts.value()
                            ? "frames counted in each second: column " + log.timeColumn
                            : "times: one second over the frames a second of column " + log.timeColumn);
        return columns;
    }
    const Result<double> scale = chooseScale(begin.number, head, columns.time, named, options, log);
    if (!scale)
        return scale.error();
    columns.scale = scale.value();
    return columns;
}

/// What the values are, by what is said of them and by the column's name.
LogQuantity quantityOf(const Beginning& begin, const FrameColumns& columns, const ImportOptions& options,
                       const ImportedLog& log) {
    const LogQuantity said = options.quantity.value_or(
        begin.named && namesFrameTime(log.timeColumn) ? LogQuantity::FrameTime : LogQuantity::Duration);
    if (options.timeStamps || (namesTimeStamps(log.timeColumn) && said != LogQuantity::Lateness))
        return LogQuantity::Duration; // a moment may be 0
    if (!columns.perSecond)
        return said;
    const Result<bool> counts = countsEachSecond(begin, columns, options, log);
    return counts && counts.value() ? LogQuantity::FrameRate : LogQuantity::FrameTime;
}

} // namespace

Result<ImportedLog> readTable(const LogRequest& request) {
    Result<LogLines> opened = LogLines::open(request);
    if (!opened)
        return opened.error();
    LogLines& lines = opened.value();
    ImportedLog log;
    log.path = request.path;
    Result<Opening> opening = readOpening(lines, log);
    if (!opening)
        return opening.error();
    if (Result<Done> dropped = dropSystemLines(opening.value(), log); !dropped)
        return dropped.error();
    const std::vector<Opening::Line>& first = opening.value().lines;
    const Shape shape =
        shapeOf(first.front().text, first[first.size() > 1 ? 1 : 0].text, opening.value().separator);
    Beginning begin{TableHead(first.front().text, shape.delimiter), {}, true, first.front().number};
    TableHead& head = begin.head;
    if (shape.rowNames)
        head.addRowNames();
    const bool asked =
        !request.options.column.empty() && head.column(std::string_view(request.options.column));
    const bool alone = first.size() == 1 && logNumber(head.names().front(), head.decimalComma());
    begin.named =
        asked || !(alone || (first.size() > 1 && isRow(head, TableHead(first[1].text, shape.delimiter))));
    for (std::size_t i = begin.named ? 1 : 0; i < first.size(); ++i)
        begin.rows.emplace_back(first[i].text, shape.delimiter);
    if (begin.named && first.size() > 1)
        begin.number = first[1].number;
    const Result<FrameColumns> columns = chooseColumns(begin, request.options, log);
    if (!columns)
        return columns.error();
    ImportedRun blank;
    blank.quantity = quantityOf(begin, columns.value(), request.options, log);
    FrameRows rows(head, columns.value(), request.options, std::move(blank), log);
    for (std::size_t i = begin.named ? 1 : 0; i < first.size(); ++i) {
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
    return {"csv",
            "CSV with a column of times",
            "Any table with commas, semicolons, tabs or blanks, or one number a line. Say the column, and "
            "the unit where the column's name does not end with it (frame_ms, latency (us)). The values are "
            "durations, unless it is said that they are frame times or lateness. Of time stamps the "
            "differences are taken.",
            "RFC 4180, and what spreadsheets write",
            detectPlainCsv,
            readTable,
            nullptr,
            true,
            true};
}

} // namespace jitterscope::logs
