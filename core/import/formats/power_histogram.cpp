// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/count_table.h"
#include "core/import/formats/formats.h"

#include <algorithm>
#include <array>

namespace jitterscope::logs {
namespace {

/// The head of a table of bcc: `     usecs               : count     distribution`.
std::optional<double> bccUnit(std::string_view line) {
    if (line.find(": count") == std::string_view::npos || line.find("distribution") == std::string_view::npos)
        return std::nullopt;
    const std::string_view name = trimmed(line.substr(0, line.find(':')));
    if (name == "nsecs")
        return 1;
    return name == "usecs" ? std::optional(1e3) : name == "msecs" ? std::optional(1e6) : std::nullopt;
}

/// A row: the values from `least` to `most`, both among them, in the table's unit.
struct PowerRow {
    double least = 0;
    double most = 0;
    std::int64_t count = 0;
};

/// `         2 -> 3          : 740      |*****|`
std::optional<PowerRow> bccRow(std::string_view line) {
    const std::size_t arrow = line.find("->");
    const std::size_t colon = line.find(':');
    if (arrow == std::string_view::npos || colon == std::string_view::npos || colon < arrow)
        return std::nullopt;
    const auto least = parseInteger(line.substr(0, arrow));
    const auto most = parseInteger(line.substr(arrow + 2, colon - arrow - 2));
    const std::string_view rest = line.substr(colon + 1);
    const auto count = parseInteger(rest.substr(0, rest.find('|')));
    if (!least || !most || !count || *least < 0 || *most < *least || *count < 0 || *count > kMostCounts)
        return std::nullopt;
    return PowerRow{static_cast<double>(*least), static_cast<double>(*most), *count};
}

/// `4K`: bpftrace shortens what a power of 1024 divides.
std::optional<double> bpftraceNumber(std::string_view text) {
    text = trimmed(text);
    double times = 1;
    constexpr std::string_view kLetters = "KMGTPE";
    if (!text.empty() && kLetters.find(text.back()) != std::string_view::npos) {
        for (std::size_t i = 0; i <= kLetters.find(text.back()); ++i)
            times *= 1024;
        text.remove_suffix(1);
    }
    const auto number = parseInteger(text);
    return number ? std::optional(static_cast<double>(*number) * times) : std::nullopt;
}

/// `[2, 4)               740 |@@@@|`, `[0]    3 |@|`
std::optional<PowerRow> bpftraceRow(std::string_view line) {
    line = trimmed(line);
    const std::size_t end = line.find_first_of(")]");
    const std::size_t bar = line.find('|');
    if (!line.starts_with('[') || end == std::string_view::npos || bar == std::string_view::npos || bar < end)
        return std::nullopt;
    const std::string_view range = line.substr(1, end - 1);
    const std::size_t comma = range.find(',');
    const auto least = bpftraceNumber(range.substr(0, comma));
    const auto below = comma == std::string_view::npos ? least : bpftraceNumber(range.substr(comma + 1));
    const auto count = parseInteger(line.substr(end + 1, bar - end - 1));
    if (!least || !below || !count || *least < 0 || *below < *least || *count < 0 || *count > kMostCounts)
        return std::nullopt;
    return PowerRow{*least, comma == std::string_view::npos ? *least : *below - 1, *count};
}

/// `@usecs:`, `@latency_us[game]:`: the name of a map of bpftrace.
bool isMapLine(std::string_view line) {
    line = trimmed(line);
    return line.starts_with('@') && line.ends_with(':');
}

/// The unit that a map's name tells.
std::optional<double> mapUnit(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, double>, 9> kWords{{{"nsecs", 1},
                                                                         {"ns", 1},
                                                                         {"usecs", 1e3},
                                                                         {"us", 1e3},
                                                                         {"msecs", 1e6},
                                                                         {"ms", 1e6},
                                                                         {"secs", 1e9},
                                                                         {"s", 1e9},
                                                                         {"nanoseconds", 1}}};
    std::string word;
    std::optional<double> unit;
    const auto look = [&] {
        const auto found =
            std::ranges::find(kWords, std::string_view(word), &std::pair<std::string_view, double>::first);
        if (found != kWords.end())
            unit = found->second;
        word.clear();
    };
    for (const char c : name.substr(0, name.find('['))) {
        if (c >= 'a' && c <= 'z')
            word += c;
        else
            look();
    }
    look();
    return unit;
}

bool detectPowers(const LogHead& head) {
    for (std::size_t i = 0; i + 1 < head.lines.size(); ++i) {
        if (bccUnit(head.lines[i]) || (isMapLine(head.lines[i]) && bpftraceRow(head.lines[i + 1])))
            return true;
    }
    return false;
}

class PowerReader {
public:
    PowerReader(ImportedLog& log, const ImportOptions& options, double scale)
        : m_log(log), m_said(options.unit.empty() ? std::nullopt : std::optional(scale)) {}

    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    void begin(std::string name, double unit, std::string_view program);
    void end();

    ImportedLog& m_log;
    std::optional<double> m_said;
    std::optional<CountTable> m_table;
    std::string m_above; // what stands above a table of bcc: `pid = 42`
    double m_unit = 1e3;
    bool m_powers = true;
    std::size_t m_tables = 0;
    LeftOut m_leftOut;
};

void PowerReader::begin(std::string name, double unit, std::string_view program) {
    end();
    m_table.emplace(LogQuantity::Duration, program);
    m_table->addColumn(std::move(name));
    m_unit = m_said.value_or(unit);
    m_powers = true;
    ++m_tables;
}

void PowerReader::end() {
    const std::size_t before = m_log.runs.size();
    if (m_table)
        m_table->finish(m_log);
    m_table.reset();
    for (std::size_t i = before; i < m_log.runs.size(); ++i)
        m_log.runs[i].histogram->powers = m_powers;
}

Result<Done> PowerReader::take(const LogLines& lines, std::string_view line) {
    if (const std::optional<double> unit = bccUnit(line)) {
        begin(m_above.empty() ? "table " + std::to_string(m_tables + 1) : m_above, *unit, "bcc");
        m_above.clear();
        return Done{};
    }
    if (isMapLine(line)) {
        const std::string name(trimmed(line).substr(0, trimmed(line).size() - 1));
        const std::optional<double> unit = mapUnit(name);
        if (!unit && !m_said)
            return Error{ErrorCode::Usage,
                         lines.error("in which unit is " + inQuotes(cleanText(name)) + "?").what,
                         "say it with --unit: ns, us, ms or s; a map called @usecs or @lat_ns says it itself",
                         "--unit"};
        begin(cleanText(name), unit.value_or(1), "bpftrace");
        return Done{};
    }
    std::optional<PowerRow> row = bccRow(line);
    if (!row)
        row = bpftraceRow(line);
    if (!row) {
        if (line.find(" = ") != std::string_view::npos) // of bcc, before the table of a process
            m_above = cleanText(line);
        return Done{};
    }
    if (!m_table)
        return Done{};
    if (lines.cut()) {
        m_leftOut.add(LeftOut::Reason::Cut, lines.number());
        return Done{};
    }
    m_powers = m_powers && row->most + 1 <= std::max(2.0, 2 * row->least);
    if (!m_table->add(0, {row->least * m_unit, row->most * m_unit}, row->count))
        return lines.error("more buckets than a histogram has, or an impossible value");
    return Done{};
}

Result<Done> PowerReader::finish(const LogLines& lines) {
    end();
    m_leftOut.report(m_log);
    if (m_log.runs.empty())
        return lines.error("the file ends without a count", "let the tool run until something was counted");
    if (m_log.runs.size() == 1 && m_log.runs.front().name == "table 1")
        m_log.runs.front().name = fileName(m_log.path);
    addComment(m_log, "its buckets end at powers of two: a percentile is known to a factor of two");
    return Done{};
}

Result<ImportedLog> readPowers(const LogRequest& request) {
    return readWith<PowerReader>(request, 1e3);
}

} // namespace

LogEntry powerHistogramEntry() {
    return {
        "bpf-histogram",
        "bcc and bpftrace histograms",
        "Histograms in powers of two that bcc's tools (runqlat, biolatency …) and bpftrace's hist() print. A "
        "percentile is known to a factor of two. Of bpftrace, the name of the map says the unit: @usecs.",
        "bcc, src/python/bcc/table.py; bpftrace, man/adoc/bpftrace.adoc",
        detectPowers,
        readPowers,
        nullptr};
}

} // namespace jitterscope::logs
