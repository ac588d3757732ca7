// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/files/csv_lines.h"
#include "core/import/formats/formats.h"
#include "core/import/log_table.h"

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostLinesAbove = 20;

bool isMangohudColumnLine(const TableHead& head) {
    return head.column("fps") && head.column("frametime");
}

bool detectMangohud(const LogHead& head) {
    for (std::size_t i = 0; i < std::min(head.lines.size(), kMostLinesAbove); ++i) {
        const TableHead table(head.lines[i]);
        if (isMangohudColumnLine(table))
            return table.column({"cpu_load", "elapsed"}).has_value();
    }
    return false;
}

/// What stands above the rows: versions, the line about the system, and the column line.
struct Preamble {
    std::string version;
    std::optional<TableHead> system;
    std::optional<TableHead> columns;
};

void readSystem(const TableHead& names, std::string_view line, ImportedLog& log) {
    std::vector<std::string_view> values;
    splitFields(line, names.delimiter(), names.names().size(), values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!isMissing(values[i]))
            addComment(log, names.names()[i] + ": " + std::string(trimmed(values[i])));
    }
}

Result<Preamble> readPreamble(LogLines& lines, ImportedLog& log) {
    Preamble preamble;
    bool systemNext = false;
    const Result<Done> read = lines.forEach([&](std::string_view line) -> Result<bool> {
        TableHead head(line);
        if (isMangohudColumnLine(head)) {
            preamble.columns = std::move(head);
            return false;
        }
        if (systemNext && preamble.system) {
            readSystem(*preamble.system, line, log);
            systemNext = false;
        } else if (head.column("os") && head.column("kernel")) {
            preamble.system = std::move(head);
            systemNext = true;
        } else if (!line.starts_with('-') && line.find(',') == std::string_view::npos && line != "v1" &&
                   !trimmed(line).empty()) {
            preamble.version = cleanText(line);
        }
        return lines.number() < static_cast<std::int64_t>(kMostLinesAbove);
    });
    if (!read)
        return read.error();
    if (preamble.columns)
        return preamble;
    return lines.error("no line names the columns fps and frametime");
}

/// Nanoseconds in a unit of `frametime`: fps × frametime is 10³ in milliseconds and 10⁶ in microseconds.
std::optional<double> scaleByRow(double fps, double frameTime) {
    constexpr double kSlack = 1.5;
    for (const double scale : {1e6, 1e3}) {
        const double product = 1e9 / scale;
        if (fps * frameTime > product / kSlack && fps * frameTime < product * kSlack)
            return scale;
    }
    return std::nullopt;
}

std::string unitName(double scale) {
    return scale == 1e9 ? "s" : scale == 1e6 ? "ms" : scale == 1e3 ? "us" : "ns";
}

/// Reads rows until one tells the unit, and keeps them.
class Rows {
public:
    Rows(const TableHead& head, const LogRequest& request, ImportedLog& log)
        : m_head(head), m_request(request), m_log(log) {}

    Result<Done> read(LogLines& lines, const std::string& version);

private:
    Result<double> findScale(LogLines& lines, std::vector<std::string>& kept) const;

    const TableHead& m_head;
    const LogRequest& m_request;
    ImportedLog& m_log;
};

Result<double> Rows::findScale(LogLines& lines, std::vector<std::string>& kept) const {
    constexpr std::size_t kMostKept = 1000;
    if (!m_request.options.unit.empty())
        return chosenScale(m_request.options, 1e6);
    const std::size_t fps = *m_head.column("fps");
    const std::size_t time = *m_head.column("frametime");
    std::vector<std::string_view> fields;
    std::optional<double> scale;
    const Result<Done> read = lines.forEach([&](std::string_view line) -> Result<bool> {
        kept.emplace_back(line);
        splitFields(line, m_head.delimiter(), std::max(fps, time) + 1, fields);
        if (fields.size() <= std::max(fps, time))
            return kept.size() < kMostKept;
        const auto rate = logNumber(fields[fps], m_head.decimalComma());
        const auto frameTime = logNumber(fields[time], m_head.decimalComma());
        if (rate && frameTime && *rate > 0 && *frameTime > 0)
            scale = scaleByRow(*rate, *frameTime);
        return !scale && kept.size() < kMostKept;
    });
    if (!read)
        return read.error();
    if (scale)
        return *scale;
    return lines.error("no row tells whether frametime is in ms or us: fps × frametime fits neither",
                       "say it with --unit");
}

Result<Done> Rows::read(LogLines& lines, const std::string& version) {
    std::vector<std::string> kept;
    const std::int64_t before = lines.number();
    const Result<double> scale = findScale(lines, kept);
    if (!scale)
        return scale.error();
    addComment(m_log, std::string("unit of frametime: ") + unitName(scale.value()) +
                          (m_request.options.unit.empty() ? ", as fps × frametime tells" : ", as said"));
    FrameColumns columns;
    columns.time = *m_head.column("frametime");
    columns.scale = scale.value();
    columns.clock = m_head.column("elapsed");
    columns.clockScale = 1;
    ImportedRun blank;
    blank.program = "MangoHud";
    blank.version = version;
    FrameRows rows(m_head, columns, m_request.options, std::move(blank), m_log);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const bool cut = lines.cut() && i + 1 == kept.size();
        const std::int64_t number = before + 1 + static_cast<std::int64_t>(i);
        if (Result<Done> taken = rows.take(lines, kept[i], number, cut); !taken)
            return taken;
    }
    Result<Done> rest = lines.forEach(
        [&](std::string_view line) { return rows.take(lines, line, lines.number(), lines.cut()); });
    if (!rest)
        return rest;
    if (Result<Done> done = rows.finish(lines); !done)
        return done;
    return Done{};
}

Result<ImportedLog> readMangohud(const LogRequest& request) {
    Result<LogLines> lines = LogLines::open(request);
    if (!lines)
        return lines.error();
    ImportedLog log;
    log.path = request.path;
    log.timeColumn = "frametime";
    const Result<Preamble> preamble = readPreamble(lines.value(), log);
    if (!preamble)
        return preamble.error();
    Rows rows(*preamble.value().columns, request, log);
    if (Result<Done> done = rows.read(lines.value(), preamble.value().version); !done)
        return done.error();
    return log;
}

} // namespace

LogEntry mangohudEntry() {
    return {"mangohud",
            "MangoHud",
            "CSV of MangoHud (output_folder, log_duration or the key for logging). Frame times are "
            "frametime, in us by old versions and ms by new ones: fps × frametime tells. Set log_interval=0 "
            "for a row for every frame. It has no deadlines, so no lateness; the rate is estimated.",
            "github.com/flightlessmango/MangoHud, src/logging.cpp",
            detectMangohud,
            readMangohud,
            nullptr};
}

} // namespace jitterscope::logs
