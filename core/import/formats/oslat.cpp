// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/count_table.h"
#include "core/import/formats/formats.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostCores = 4096;

/// `    001 (us):` and `    Core:`: the name before the colon, without its unit.
struct OslatLine {
    std::string_view name;
    std::string_view rest;
};
std::optional<OslatLine> oslatLine(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    std::string_view name = trimmed(line.substr(0, colon));
    name = trimmed(name.substr(0, name.find('(')));
    return OslatLine{name, line.substr(colon + 1)};
}

bool detectOslat(const LogHead& head) {
    const bool cores = std::ranges::any_of(head.lines, [](std::string_view line) {
        const auto read = oslatLine(line);
        return read && read->name == "Core";
    });
    return cores && std::ranges::any_of(head.lines, [](std::string_view line) {
               const auto read = oslatLine(line);
               return read && line.find("(us):") != std::string_view::npos && logNumber(read->name, false);
           });
}

class OslatReader {
public:
    OslatReader(ImportedLog& log, const ImportOptions&, double scale)
        : m_log(log), m_scale(scale), m_table(LogQuantity::Duration, "oslat") {}

    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    Result<Done> takeCounts(const LogLines& lines, double from, std::string_view rest);
    void takeFigures(std::optional<double> LogHistogram::*figure);

    ImportedLog& m_log;
    double m_scale;
    CountTable m_table;
    std::vector<std::string_view> m_words;
};

Result<Done> OslatReader::take(const LogLines& lines, std::string_view line) {
    if (line.starts_with("oslat"))
        addComment(m_log, line);
    const std::optional<OslatLine> read = oslatLine(line);
    if (!read)
        return Done{};
    splitWords(read->rest, kMostCores, m_words);
    if (read->name == "Core" && m_table.columns() == 0) {
        for (const std::string_view core : m_words)
            m_table.addColumn("core " + cleanText(core));
    } else if (read->name == "Minimum") {
        takeFigures(&LogHistogram::minimum);
    } else if (read->name == "Average") {
        takeFigures(&LogHistogram::mean);
    } else if (read->name == "Maximum") {
        takeFigures(&LogHistogram::maximum);
    } else if (const auto from = logNumber(read->name, false);
               from && line.find("(us)") != std::string_view::npos) {
        return takeCounts(lines, *from, read->rest);
    } else if (m_table.columns() == 0 && !trimmed(read->rest).empty()) {
        addComment(m_log, std::string(read->name) + ": " + std::string(trimmed(read->rest)));
    }
    return Done{};
}

Result<Done> OslatReader::takeCounts(const LogLines& lines, double from, std::string_view rest) {
    const bool overflow = rest.find("overflow") != std::string_view::npos;
    for (std::size_t i = 0; i < std::min(m_words.size(), m_table.columns()); ++i) {
        const auto count = parseInteger(m_words[i]);
        if (!count || *count < 0 || *count > kMostCounts)
            return lines.error("a count is impossible");
        if (overflow)
            m_table.histogram(i).overflow = static_cast<std::uint64_t>(*count);
        else if (!m_table.add(i, {from * m_scale, from * m_scale}, *count))
            return lines.error("more buckets than a histogram has");
    }
    return Done{};
}

void OslatReader::takeFigures(std::optional<double> LogHistogram::*figure) {
    for (std::size_t i = 0; i < std::min(m_words.size(), m_table.columns()); ++i) {
        if (const auto value = logNumber(m_words[i], false); value && wholeNanoseconds(*value * m_scale))
            m_table.histogram(i).*figure = *value * m_scale;
    }
}

Result<Done> OslatReader::finish(const LogLines& lines) {
    m_table.finish(m_log);
    if (m_log.runs.empty())
        return lines.error("the file ends without a count", "let oslat run to its end");
    return Done{};
}

Result<ImportedLog> readOslat(const LogRequest& request) {
    return readWith<OslatReader>(request, 1e3);
}

} // namespace

LogEntry oslatEntry() {
    return {"oslat",
            "oslat",
            "What oslat of rt-tests prints at its end: for each core, a histogram of how long its busy loop "
            "was held up. It has no frames and no deadlines.",
            "oslat(8) of rt-tests",
            detectOslat,
            readOslat,
            nullptr};
}

} // namespace jitterscope::logs
