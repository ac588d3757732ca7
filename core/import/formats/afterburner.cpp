// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/files/csv_lines.h"
#include "core/import/formats/formats.h"
#include "core/import/log_table.h"
#include "core/import/plausible.h"

#include <algorithm>
#include <array>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostSensors = 1000;
constexpr std::string_view kTitle = "Hardware monitoring log v";
constexpr std::int64_t kDay = 86'400;

/// `02, 19-09-2026 14:00:00, GPU temperature ,Frametime `: a number, a moment, and what the line holds.
std::string_view kindOf(std::string_view line) noexcept {
    return line.size() > 2 && line[2] == ',' ? line.substr(0, 2) : std::string_view();
}

bool detectAfterburner(const LogHead& head) {
    for (const std::string_view line : head.lines) {
        if (kindOf(line) == "00" && line.find(kTitle) != std::string_view::npos)
            return true;
        if (kindOf(line) == "02") // a copy may have lost the lines above
            return line.find("Frametime") != std::string_view::npos ||
                   line.find("Framerate") != std::string_view::npos;
        if (!trimmed(line).empty() && kindOf(line).empty())
            return false;
    }
    return false;
}

/// The second of the day in `19-09-2026 14:00:00`. The date is not read: its form depends on the country.
std::optional<std::int64_t> secondOfDay(std::string_view moment) {
    moment = trimmed(moment);
    const std::size_t blank = moment.find(' ');
    if (blank == std::string_view::npos)
        return std::nullopt;
    std::array<std::string_view, 3> parts;
    std::string_view rest = moment.substr(blank + 1);
    for (std::string_view& part : parts) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        part = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto hour = parseInteger(parts[0]);
    const auto minute = parseInteger(parts[1]);
    const auto second = parseInteger(parts[2].substr(0, 2));
    if (!hour || !minute || !second || *hour < 0 || *hour > 23 || *minute < 0 || *minute > 59 ||
        *second < 0 || *second > 60)
        return std::nullopt;
    return (*hour * 60 + *minute) * 60 + *second;
}

class AfterburnerReader {
public:
    AfterburnerReader(ImportedLog& log, const ImportOptions& options) : m_log(log), m_options(options) {}

    Result<Done> read(LogLines& lines) {
        if (Result<Done> all = lines.forEach([&](std::string_view line) { return take(lines, line); }); !all)
            return all;
        return finish(lines);
    }

private:
    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> takeNames(const LogLines& lines);
    Result<Done> takeUnit(const LogLines& lines);
    void takeRow(const LogLines& lines);
    Result<Done> finish(const LogLines& lines);

    ImportedLog& m_log;
    const ImportOptions& m_options;
    std::vector<std::string_view> m_fields;
    std::vector<std::string> m_names;
    std::string m_version;
    std::size_t m_column = 0;
    bool m_perSecond = false;
    double m_scale = 1e6;
    std::optional<std::int64_t> m_last; // second of the day
    std::size_t m_held = 0;
    LeftOut m_leftOut;
};

Result<Done> AfterburnerReader::takeNames(const LogLines& lines) {
    m_names.clear();
    for (std::size_t i = 2; i < m_fields.size(); ++i)
        m_names.emplace_back(trimmed(m_fields[i]));
    const auto placeOf = [&](std::string_view name) {
        return std::ranges::find_if(m_names, [&](const std::string& each) { return equalNames(each, name); });
    };
    leaveColumns(m_names, true, m_options);
    const std::string asked = m_options.column.empty() ? std::string("Frametime") : m_options.column;
    auto place = placeOf(asked);
    m_perSecond = place == m_names.end() && m_options.column.empty();
    if (m_perSecond)
        place = placeOf("Framerate");
    if (place == m_names.end())
        return Error{ErrorCode::Usage, lines.error("no column " + inQuotes(asked)).what,
                     m_options.column.empty()
                         ? "switch Frametime on in Afterburner's settings, Monitoring, and record again"
                         : "without --column it is Frametime",
                     m_options.column.empty() ? "" : "--column"};
    m_column = static_cast<std::size_t>(place - m_names.begin());
    m_perSecond = m_perSecond || equalNames(*place, "Framerate");
    const Result<double> scale = chosenScale(m_options, 1e6);
    if (!scale)
        return scale.error();
    m_scale = scale.value();
    m_log.timeColumn = cleanText(*place);
    addComment(m_log, m_perSecond ? "times: one second over the frames a second of column Framerate"
                                  : "frame times: column " + m_log.timeColumn);
    m_last.reset();
    ImportedRun& run = m_log.runs.emplace_back();
    run.program = "MSI Afterburner";
    run.version = m_version;
    return Done{};
}

/// `03, MOMENT, 7, ms, 0.000, 50.000, …`: the unit of a column.
Result<Done> AfterburnerReader::takeUnit(const LogLines& lines) {
    const auto of = m_fields.size() > 3 ? parseInteger(trimmed(m_fields[2])) : std::nullopt;
    if (m_perSecond || !m_options.unit.empty() || !of || *of != static_cast<std::int64_t>(m_column))
        return Done{};
    const std::optional<double> scale = unitScale(trimmed(m_fields[3]));
    if (!scale)
        return Error{ErrorCode::Usage,
                     lines
                         .error("column " + inQuotes(m_log.timeColumn) + " is in " +
                                inQuotes(cleanText(m_fields[3])) + ", which is not a time")
                         .what,
                     "choose another column with --column", "--column"};
    m_scale = *scale;
    return Done{};
}

void AfterburnerReader::takeRow(const LogLines& lines) {
    using Reason = LeftOut::Reason;
    ImportedRun& run = m_log.runs.back();
    if (lines.cut())
        return m_leftOut.add(Reason::Cut, lines.number());
    if (m_fields.size() <= m_column + 2)
        return m_leftOut.add(Reason::Short, lines.number());
    const std::string_view text = trimmed(m_fields[m_column + 2]);
    const std::optional<double> number = logNumber(text, false);
    if ((!number && isMissing(text)) || number == 0.0) // no program draws
        return m_leftOut.add(Reason::Missing, lines.number(), text);
    if (!number)
        return m_leftOut.add(Reason::NoNumber, lines.number(), text);
    const auto value = wholeNanoseconds(m_perSecond ? 1e9 / *number : *number * m_scale);
    if (!value || *value <= 0)
        return m_leftOut.add(Reason::Range, lines.number(), text);
    if (const auto now = secondOfDay(m_fields[1])) {
        const std::int64_t passed = m_last ? (*now - *m_last + kDay) % kDay : 0;
        run.elapsed = run.elapsed.value_or(0) + 1e9 * static_cast<double>(passed);
        m_last = now;
    }
    addSample(run, *value, m_held);
}

Result<Done> AfterburnerReader::take(const LogLines& lines, std::string_view line) {
    const std::string_view kind = kindOf(line);
    splitFields(line, ',', kMostSensors, m_fields);
    if (kind == "00" && m_fields.size() > 2 && trimmed(m_fields[2]).starts_with(kTitle)) {
        m_version = cleanText(trimmed(m_fields[2]).substr(kTitle.size() - 1));
    } else if (kind == "01" && m_fields.size() > 2 && m_log.runs.empty()) {
        addComment(m_log, "gpu: " + cleanText(m_fields[2]));
    } else if (kind == "02") {
        return takeNames(lines);
    } else if (kind == "03" && !m_log.runs.empty()) {
        return takeUnit(lines);
    } else if (kind == "80") {
        if (m_log.runs.empty())
            return lines.error("no line 02 names the columns above the first row");
        takeRow(lines);
    }
    return Done{};
}

Result<Done> AfterburnerReader::finish(const LogLines& lines) {
    m_leftOut.report(m_log);
    std::erase_if(m_log.runs, [](const ImportedRun& run) { return run.distribution.count() == 0; });
    if (m_log.runs.empty())
        return lines.error("no row has a frame time",
                           "record while a game runs, with Frametime switched on in Monitoring");
    RunWarning sampled;
    for (std::size_t i = 0; i < m_log.runs.size(); ++i) {
        ImportedRun& run = m_log.runs[i];
        run.name = fileName(m_log.path) + (m_log.runs.size() > 1 ? ", log " + std::to_string(i + 1) : "");
        // Seconds are all that its clock shows: it tells that rows are samples, not a unit.
        saySampled(run, run.elapsed.value_or(0), sampled);
        run.elapsed.reset();
    }
    sampled.report(m_log);
    return Done{};
}

Result<ImportedLog> readAfterburner(const LogRequest& request) {
    Result<LogLines> lines = LogLines::open(request);
    if (!lines)
        return lines.error();
    ImportedLog log;
    log.path = request.path;
    AfterburnerReader reader(log, request.options);
    if (Result<Done> done = reader.read(lines.value()); !done)
        return done.error();
    return log;
}

} // namespace

LogEntry afterburnerEntry() {
    return {"afterburner",
            "MSI Afterburner",
            "Hardware monitoring log of MSI Afterburner (.hml) with RivaTuner Statistics Server. Frame times "
            "are Frametime, else one second over Framerate. It has a row for each polling period, not for "
            "each frame.",
            "the lines of such logs as their readers describe them, AfterburnerToStreamDeck and others",
            detectAfterburner,
            readAfterburner,
            nullptr,
            true};
}

} // namespace jitterscope::logs
