// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/count_table.h"
#include "core/import/formats/formats.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostWords = 8192; // two or three columns for each processor

bool isIndexLine(std::string_view line) {
    return line.starts_with("Index") && line.find('-') != std::string_view::npos;
}

/// The head of timerlat top: `CPU COUNT      |      cur       min       avg       max | …`.
bool isTopLine(std::string_view line) {
    return line.starts_with("CPU COUNT") && line.find('|') != std::string_view::npos;
}

bool detectRtla(const LogHead& head) {
    return std::ranges::any_of(head.lines,
                               [](std::string_view line) {
                                   return (line.starts_with("# RTLA ") &&
                                           line.find("histogram") != std::string_view::npos) ||
                                          isTopLine(trimmed(line));
                               }) ||
           (std::ranges::any_of(head.lines, isIndexLine) &&
            std::ranges::any_of(head.lines, [](std::string_view line) { return line.starts_with("over:"); }));
}

class RtlaReader {
public:
    RtlaReader(ImportedLog& log, const ImportOptions& options, double scale)
        : m_log(log), m_scale(scale), m_said(!options.unit.empty()) {}

    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    struct Row {
        double index = 0;
        std::vector<std::int64_t> counts;
    };
    /// A line of timerlat top: least, mean and greatest of one processor.
    struct TopLine {
        std::int64_t count = 0;
        std::array<std::array<double, 3>, 3> figures{};
        std::size_t kinds = 0;
    };

    void begin();
    bool takeFooter();
    void takeTop(std::string_view line);
    Result<Done> endTable(const LogLines& lines);
    void addTop();

    ImportedLog& m_log;
    double m_scale;
    bool m_said;
    std::string m_program = "rtla";
    std::vector<std::string_view> m_words;
    std::vector<std::string> m_names;
    std::vector<Row> m_rows;
    std::map<std::string, std::vector<std::int64_t>> m_footers;
    std::map<std::int64_t, TopLine> m_top;
    bool m_inTable = false;
    bool m_over = false;
    std::size_t m_recordings = 0;
    LeftOut m_leftOut;
};

/// `over:`, `count:`, `min:`, `avg:`, `max:` with a value for each column.
bool RtlaReader::takeFooter() {
    const std::string name(m_words.front());
    std::vector<std::int64_t>& values = m_footers[name];
    values.clear();
    for (std::size_t i = 1; i < m_words.size(); ++i)
        values.push_back(parseInteger(m_words[i]).value_or(-1)); // `-`: there is none
    m_over = m_over || name == "over:";
    return true;
}

/// `  0 #4993      |        1         0         1         9 |        9         3         6       22`
void RtlaReader::takeTop(std::string_view line) {
    const std::size_t hash = line.find('#');
    const std::size_t bar = line.find('|');
    if (hash == std::string_view::npos || bar == std::string_view::npos || bar < hash)
        return;
    const auto cpu = parseInteger(trimmed(line.substr(0, hash)));
    const auto count = parseInteger(trimmed(line.substr(hash + 1, bar - hash - 1)));
    TopLine top;
    std::vector<std::string_view> words;
    for (std::string_view rest = line.substr(bar + 1); top.kinds < top.figures.size(); ++top.kinds) {
        splitWords(rest.substr(0, rest.find('|')), 4, words);
        if (words.size() < 4)
            break;
        for (std::size_t i = 0; i < 3; ++i)
            top.figures[top.kinds][i] = logNumber(words[i + 1], false).value_or(-1);
        const std::size_t next = rest.find('|');
        rest = next == std::string_view::npos ? std::string_view() : rest.substr(next + 1);
    }
    if (!cpu || !count || *count <= 0 || *count > kMostCounts || top.kinds == 0)
        return;
    top.count = *count;
    m_top[*cpu] = top; // the last one of each is of the whole time
}

Result<Done> RtlaReader::take(const LogLines& lines, std::string_view line) {
    if (line.starts_with('#')) {
        if (line.find("osnoise") != std::string_view::npos)
            m_program = "rtla osnoise";
        else if (line.find("timerlat") != std::string_view::npos)
            m_program = "rtla timerlat";
        if (line.find("Time unit is nanoseconds") != std::string_view::npos && !m_said)
            m_scale = 1;
        addComment(m_log, trimmed(line.substr(1)));
        return Done{};
    }
    if (isIndexLine(line)) {
        if (Result<Done> ended = endTable(lines); !ended)
            return ended;
        splitWords(line, kMostWords, m_words);
        m_names.assign(m_words.begin() + 1, m_words.end());
        m_inTable = true;
        return Done{};
    }
    if (!m_inTable) {
        takeTop(line);
        return Done{};
    }
    splitWords(line, kMostWords, m_words);
    if (m_words.empty())
        return Done{};
    if (m_words.front().starts_with("ALL") || m_footers.contains("max:")) {
        m_inTable = false; // what follows sums up the columns
        return Done{};
    }
    if (m_words.front().ends_with(':')) {
        takeFooter();
        return Done{};
    }
    if (lines.cut()) {
        m_leftOut.add(LeftOut::Reason::Cut, lines.number());
        return Done{};
    }
    Row row;
    const auto index = logNumber(m_words.front(), false);
    for (std::size_t i = 1; i < m_words.size(); ++i)
        row.counts.push_back(parseInteger(m_words[i]).value_or(-1));
    if (!index || *index < 0 || row.counts.size() != m_names.size() ||
        std::ranges::any_of(row.counts, [](std::int64_t count) { return count < 0; })) {
        m_leftOut.add(LeftOut::Reason::NoNumber, lines.number(), m_words.front());
        return Done{};
    }
    row.index = *index;
    m_rows.push_back(std::move(row));
    return Done{};
}

/// Makes runs of the table that ended.
Result<Done> RtlaReader::endTable(const LogLines& lines) {
    if (m_rows.empty())
        return Done{};
    const bool noise = m_program == "rtla osnoise";
    CountTable table(noise ? LogQuantity::Duration : LogQuantity::Lateness, m_program);
    std::int64_t width = 0; // of a bucket: rows without counts are not written
    for (const Row& row : m_rows)
        width = std::gcd(width, static_cast<std::int64_t>(row.index));
    const double more = width > 1 ? static_cast<double>(width - 1) : 0;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        table.addColumn(m_names[i]);
        for (const Row& row : m_rows) {
            if (!table.add(i, {row.index * m_scale, (row.index + more) * m_scale}, row.counts[i]))
                return lines.error("more buckets than a histogram has, or an impossible count");
        }
        LogHistogram& histogram = table.histogram(i);
        const auto footer = [&](const char* name) -> std::optional<double> {
            const auto found = m_footers.find(name);
            const bool has = found != m_footers.end() && i < found->second.size() && found->second[i] >= 0 &&
                             found->second[i] <= kMostCounts;
            return has ? std::optional(static_cast<double>(found->second[i])) : std::nullopt;
        };
        histogram.overflow = static_cast<std::uint64_t>(footer("over:").value_or(0));
        histogram.open = !m_over;
        const auto scaled = [&](std::optional<double> value) {
            return value ? std::optional(*value * m_scale) : std::nullopt;
        };
        histogram.minimum = scaled(footer("min:"));
        histogram.mean = scaled(footer("avg:"));
        histogram.maximum = scaled(footer("max:"));
    }
    if (!m_over)
        m_log.warnings.push_back(pathText(m_log.path) +
                                 " ends before the line of what lies beyond the histogram: its maxima and "
                                 "percentiles may be higher");
    table.finish(m_log, ++m_recordings);
    m_rows.clear();
    m_footers.clear();
    m_over = false;
    return Done{};
}

/// Least, mean and greatest are all that timerlat top shows.
void RtlaReader::addTop() {
    static constexpr std::array<const char*, 3> kKinds{"IRQ-", "Thr-", "Usr-"};
    CountTable table(LogQuantity::Lateness, "rtla timerlat");
    for (const auto& [cpu, top] : m_top) {
        for (std::size_t kind = 0; kind < top.kinds; ++kind) {
            const std::string number = std::to_string(cpu);
            table.addColumn(kKinds[kind] + std::string(number.size() < 3 ? 3 - number.size() : 0, '0') +
                            number);
            LogHistogram& histogram = table.histogram(table.columns() - 1);
            histogram.overflow = static_cast<std::uint64_t>(top.count);
            histogram.covered = -1;
            const auto figure = [&figures = top.figures[kind], this](std::size_t i) {
                const double value = figures[i];
                return value >= 0 ? std::optional(value * m_scale) : std::nullopt;
            };
            histogram.minimum = figure(0);
            histogram.mean = figure(1);
            histogram.maximum = figure(2);
        }
    }
    table.finish(m_log);
    addComment(m_log, "only least, mean and greatest latency: record with rtla timerlat hist for more");
}

Result<Done> RtlaReader::finish(const LogLines& lines) {
    if (Result<Done> ended = endTable(lines); !ended)
        return ended;
    if (m_recordings == 1) {
        for (ImportedRun& run : m_log.runs)
            run.recording = 0;
    }
    if (m_log.runs.empty())
        addTop();
    m_leftOut.report(m_log);
    if (m_log.runs.empty())
        return lines.error("the file ends without a count",
                           "record with rtla timerlat hist, or osnoise hist");
    return Done{};
}

Result<ImportedLog> readRtla(const LogRequest& request) {
    return readWith<RtlaReader>(request, 1e3);
}

} // namespace

LogEntry rtlaEntry() {
    return {"rtla",
            "rtla",
            "rtla timerlat hist: histograms of the latency of the timer's interrupt (IRQ) and of the thread "
            "(Thr, Usr) on each processor; osnoise hist: of the noise. rtla timerlat top: least, mean and "
            "greatest.",
            "rtla-timerlat-hist(1), rtla-osnoise-hist(1), rtla-timerlat-top(1) of Linux",
            detectRtla,
            readRtla,
            nullptr};
}

} // namespace jitterscope::logs
