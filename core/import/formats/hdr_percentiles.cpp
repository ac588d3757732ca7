// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/formats/formats.h"
#include "core/import/log_lines.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::logs {
namespace {

/// `Value Percentile TotalCount 1/(1-Percentile)`, with blanks, or quoted and with commas.
bool isHdrPercentilesColumnLine(std::string_view line) noexcept {
    const std::size_t value = line.find("Value");
    const std::size_t percentile =
        line.find("Percentile", value == std::string_view::npos ? line.size() : value);
    return percentile != std::string_view::npos &&
           line.find("TotalCount", percentile) != std::string_view::npos;
}

bool detectHdrPercentiles(const LogHead& head) {
    return std::ranges::any_of(head.lines, isHdrPercentilesColumnLine);
}

/// The number after `name` and an equals sign: `#[Mean    =   78.119, StdDeviation   =   2.294]`.
std::optional<double> figureOf(std::string_view line, std::string_view name) {
    const std::size_t begin = line.find(name);
    const std::size_t sign = begin == std::string_view::npos ? begin : line.find('=', begin);
    if (sign == std::string_view::npos)
        return std::nullopt;
    line.remove_prefix(sign + 1);
    return logNumber(line.substr(0, line.find_first_of(",]")), false);
}

class HdrPercentilesReader {
public:
    HdrPercentilesReader(ImportedLog& log, double scale) : m_log(log), m_scale(scale) {}

    Result<Done> read(LogLines& lines);

private:
    Result<Done> row(const LogLines& lines, std::string_view line);
    Result<Done> take(const LogLines& lines, double value, double total);
    void footer(std::string_view line);
    void endTable();
    [[nodiscard]] std::optional<double> scaled(std::optional<double> figure) const;

    ImportedLog& m_log;
    double m_scale;
    LogHistogram m_histogram;
    LeftOut m_leftOut;
    double m_total = 0;
    double m_value = 0;
    double m_percentile = 0;
    bool m_over = true; // the footer, or the end of the table, has been read
    bool m_cut = false;
};

std::optional<double> HdrPercentilesReader::scaled(std::optional<double> figure) const {
    return figure && wholeNanoseconds(*figure * m_scale) ? std::optional(*figure * m_scale) : std::nullopt;
}

void HdrPercentilesReader::footer(std::string_view line) {
    if (const auto mean = figureOf(line, "Mean")) {
        m_histogram.mean = scaled(mean);
        m_histogram.stddev = scaled(figureOf(line, "StdDeviation"));
    }
    if (const auto most = figureOf(line, "Max"))
        m_histogram.maximum = scaled(most);
    m_over = m_over || line.find("Max") != std::string_view::npos;
}

Result<Done> HdrPercentilesReader::take(const LogLines& lines, double value, double total) {
    const auto nanoseconds = wholeNanoseconds(value * m_scale);
    if (!nanoseconds || value < 0 || total < 0 || total > static_cast<double>(kMostCounts))
        return lines.error("a value or count is impossible");
    if (value < m_value || total < m_total)
        return lines.error("values or counts go back: no percentile distribution");
    total = std::floor(total);
    if (total > m_total)
        m_histogram.buckets.push_back(
            {*nanoseconds, static_cast<double>(*nanoseconds), static_cast<std::uint64_t>(total - m_total)});
    if (m_histogram.buckets.size() > kMostBuckets)
        return lines.error("more rows than a percentile distribution has");
    m_value = value;
    m_total = total;
    return Done{};
}

Result<Done> HdrPercentilesReader::row(const LogLines& lines, std::string_view line) {
    if (trimmed(line).empty())
        return Done{};
    if (trimmed(line).starts_with('#')) {
        footer(line);
        return Done{};
    }
    std::string text(line);
    std::ranges::replace_if(
        text, [](char c) { return c == ',' || c == '\t' || c == ';'; }, ' ');
    std::vector<double> numbers;
    for (std::string_view rest = trimmed(text); !rest.empty() && numbers.size() < 3;) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        const auto number = logNumber(rest.substr(0, end), false);
        if (!number)
            break;
        numbers.push_back(*number);
        rest = trimmed(rest.substr(end));
    }
    if (lines.cut() || numbers.size() < 3) {
        m_leftOut.add(lines.cut() ? LeftOut::Reason::Cut : LeftOut::Reason::Short, lines.number());
        return Done{};
    }
    m_percentile = numbers[1];
    return take(lines, numbers[0], numbers[2]);
}

/// One table is one run: a file may have several, as wrk2 -U writes them.
void HdrPercentilesReader::endTable() {
    if (!m_histogram.buckets.empty()) {
        ImportedRun run;
        run.name = fileName(m_log.path);
        if (!m_log.runs.empty())
            run.name += ", histogram " + std::to_string(m_log.runs.size() + 1);
        run.program = "HdrHistogram";
        m_cut = m_cut || (!m_over && m_percentile < 1); // a CSV has no last line, and its table ends with 1
        m_histogram.coarse = true;
        m_histogram.open = !m_over && m_percentile < 1;
        m_histogram.covered = m_histogram.buckets.back().value;
        run.histogram = std::move(m_histogram);
        m_log.runs.push_back(std::move(run));
    }
    m_histogram = {};
    m_total = m_value = m_percentile = 0;
    m_over = true;
}

Result<Done> HdrPercentilesReader::read(LogLines& lines) {
    constexpr std::size_t kMostTables = 1000;
    Result<Done> all = lines.forEach([&](std::string_view line) -> Result<Done> {
        if (isHdrPercentilesColumnLine(line)) {
            endTable();
            if (m_log.runs.size() >= kMostTables)
                return lines.error("more than 1000 histograms");
            m_over = false;
            return Done{};
        }
        if (!m_over)
            return row(lines, line);
        if (m_histogram.buckets.empty() && !trimmed(line).starts_with('#'))
            addComment(m_log, line);
        return Done{};
    });
    if (!all)
        return all;
    endTable();
    m_leftOut.report(m_log);
    if (m_log.runs.empty())
        return lines.error("the file ends without a percentile");
    if (m_cut)
        m_log.warnings.push_back(pathText(m_log.path) +
                                 " ends before its highest percentile: it is cut off, and the maximum is at "
                                 "least the value of its last row");
    return Done{};
}

/// `Running 30s test @ http://…`, the first line of wrk2, which writes ms.
bool isOfWrk(const LogRequest& request) {
    Result<LogLines> lines = LogLines::open(request);
    const auto first = lines ? lines.value().next() : Result<std::optional<std::string_view>>(std::nullopt);
    return first && first.value() && first.value()->starts_with("Running ") &&
           first.value()->find(" test @ ") != std::string_view::npos;
}

Result<ImportedLog> readHdrPercentiles(const LogRequest& request) {
    const bool milliseconds = request.options.unit.empty() && isOfWrk(request);
    if (request.options.unit.empty() && !milliseconds)
        return Error{ErrorCode::Usage, pathText(request.path) + " does not say in which unit its values are",
                     "say it with --unit: s, ms, us or ns", "--unit"};
    const Result<double> scale = chosenScale(request.options, 1e6);
    if (!scale)
        return scale.error();
    Result<LogLines> lines = LogLines::open(request);
    if (!lines)
        return lines.error();
    ImportedLog log;
    log.path = request.path;
    if (milliseconds)
        addComment(log, "unit: ms, as wrk2 writes");
    HdrPercentilesReader reader(log, scale.value());
    if (Result<Done> done = reader.read(lines.value()); !done)
        return done.error();
    for (ImportedRun& run : log.runs)
        run.quantity = request.options.quantity.value_or(LogQuantity::Duration);
    addComment(log, "a value between two listed percentiles stands at the upper one");
    return log;
}

} // namespace

LogEntry hdrPercentilesEntry() {
    return {
        "hdr-percentiles",
        "HdrHistogram percentiles",
        "Percentile text of HdrHistogram (.hgrm), also within the output of wrk2. It does not say its unit: "
        "you do. It holds the listed percentiles, mean, standard deviation and maximum, no single value.",
        "github.com/HdrHistogram/HdrHistogram, outputPercentileDistribution",
        detectHdrPercentiles,
        readHdrPercentiles,
        nullptr,
        false,
        true};
}

} // namespace jitterscope::logs
