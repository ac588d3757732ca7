// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/count_table.h"
#include "core/import/formats/formats.h"
#include "core/import/log_table.h"

#include <algorithm>
#include <utility>

namespace jitterscope::logs {
namespace {

constexpr std::string_view kFrameTable = "---PROFILEDATA---";
constexpr std::string_view kHistogramLine = "HISTOGRAM:";
constexpr std::size_t kMostPrograms = 200;

bool detectGfxinfo(const LogHead& head) {
    return std::ranges::any_of(head.lines, [](std::string_view line) {
        return trimmed(line) == kFrameTable || trimmed(line).starts_with("HISTOGRAM: 5ms=");
    });
}

/// `com.example.app` of `** Graphics info for pid 4711 [com.example.app] **`; empty: another line.
std::string programIn(std::string_view line) {
    const std::size_t open = line.find('[');
    const std::size_t close = line.find(']', std::min(open, line.size()));
    if (line.find("Graphics info for pid") == std::string_view::npos || close == std::string_view::npos)
        return {};
    return cleanText(line.substr(open + 1, close - open - 1));
}

class GfxinfoReader {
public:
    GfxinfoReader(ImportedLog& log, const ImportOptions&, double)
        : m_log(log), m_histograms(LogQuantity::Duration, "dumpsys gfxinfo") {}

    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    Result<Done> takeHistogram(const LogLines& lines, std::string_view line);
    Result<Done> takeRow(const LogLines& lines, std::string_view line);
    Result<Done> beginTable(const LogLines& lines, std::string_view line);

    ImportedLog& m_log;
    CountTable m_histograms;
    std::string m_program;
    bool m_inTable = false;
    std::optional<TableHead> m_head; // of the table
    std::size_t m_flags = 0;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    std::vector<std::string_view> m_fields;
    std::int64_t m_notFrames = 0;
    std::size_t m_held = 0;
    LeftOut m_leftOut;
};

Result<Done> GfxinfoReader::take(const LogLines& lines, std::string_view line) {
    if (std::string program = programIn(line); !program.empty()) {
        m_program = std::move(program);
    } else if (trimmed(line) == kFrameTable) {
        m_inTable = !m_inTable;
        m_head.reset();
    } else if (m_inTable && !trimmed(line).empty()) {
        return m_head ? takeRow(lines, line) : beginTable(lines, line);
    } else if (trimmed(line).starts_with(kHistogramLine)) {
        return takeHistogram(lines, trimmed(line).substr(kHistogramLine.size()));
    }
    return Done{};
}

/// `5ms=106 6ms=0 …`: how many frames took at least so long, and less than the next.
Result<Done> GfxinfoReader::takeHistogram(const LogLines& lines, std::string_view line) {
    if (m_histograms.columns() >= kMostPrograms)
        return lines.error("more than 200 histograms");
    std::vector<std::string_view> words;
    splitWords(line, 1000, words);
    m_histograms.addColumn(m_program.empty() ? "all frames" : m_program + ", all frames");
    for (const std::string_view word : words) {
        const std::size_t unit = word.find("ms=");
        const auto from = unit != std::string_view::npos ? parseInteger(word.substr(0, unit)) : std::nullopt;
        const auto count = from ? parseInteger(word.substr(unit + 3)) : std::nullopt;
        if (!count || *from < 0 || *from > 1'000'000)
            return lines.error(inQuotes(cleanText(word)) + " is not a bucket of a histogram");
        const double value = 1e6 * static_cast<double>(*from);
        if (!m_histograms.add(m_histograms.columns() - 1, {value, value}, *count))
            return lines.error("a count is impossible");
    }
    m_histograms.histogram(m_histograms.columns() - 1).coarse = true; // whole ms, and more from 32 ms on
    return Done{};
}

Result<Done> GfxinfoReader::beginTable(const LogLines& lines, std::string_view line) {
    m_head.emplace(line, ',');
    const auto flags = m_head->column("Flags");
    const auto begin = m_head->column("IntendedVsync");
    const auto end = m_head->column("FrameCompleted");
    if (!flags || !begin || !end || m_log.runs.size() >= kMostPrograms)
        return lines.error("no column Flags, IntendedVsync and FrameCompleted");
    m_flags = *flags;
    m_begin = *begin;
    m_end = *end;
    ImportedRun& run = m_log.runs.emplace_back();
    run.program = "dumpsys gfxinfo";
    run.quantity = LogQuantity::Duration;
    run.process = m_program;
    run.name = m_program.empty() ? "newest frames" : m_program + ", newest frames";
    return Done{};
}

Result<Done> GfxinfoReader::takeRow(const LogLines& lines, std::string_view line) {
    splitRow(line, ',', std::max({m_flags, m_begin, m_end}) + 1, m_fields);
    if (lines.cut() || m_fields.size() <= std::max({m_flags, m_begin, m_end})) {
        m_leftOut.add(lines.cut() ? LeftOut::Reason::Cut : LeftOut::Reason::Short, lines.number());
        return Done{};
    }
    const auto begin = parseInteger(trimmed(m_fields[m_begin]));
    const auto end = parseInteger(trimmed(m_fields[m_end]));
    constexpr std::int64_t kFarthest = 1'000'000'000'000'000'000;
    if (trimmed(m_fields[m_flags]) != "0")
        ++m_notFrames;
    else if (!begin || !end || *begin < 0 || *end < *begin || *end > kFarthest)
        m_leftOut.add(LeftOut::Reason::Range, lines.number(), cleanText(m_fields[m_end]));
    else
        addSample(m_log.runs.back(), *end - *begin, m_held);
    return Done{};
}

Result<Done> GfxinfoReader::finish(const LogLines& lines) {
    m_leftOut.report(m_log);
    std::erase_if(m_log.runs, [](const ImportedRun& run) { return run.distribution.count() == 0; });
    m_histograms.finish(m_log);
    if (m_log.runs.empty())
        return lines.error("the file ends without a frame", "draw something, and dump again");
    addComment(m_log, "durations: from the intended vsync until the frame was ready; no frame times");
    if (m_notFrames > 0)
        addComment(m_log, std::to_string(m_notFrames) +
                              " rows whose Flags are not 0 are left out, as Android's documentation says");
    return Done{};
}

Result<ImportedLog> readGfxinfo(const LogRequest& request) {
    return readWith<GfxinfoReader>(request, 1);
}

} // namespace

LogEntry gfxinfoEntry() {
    return {"gfxinfo",
            "Android, dumpsys gfxinfo",
            "adb shell dumpsys gfxinfo PACKAGE: a histogram of how long each frame took, in whole ms; with "
            "framestats also the newest 120 frames, exactly. It lacks frame times and deadlines.",
            "developer.android.com, Test UI performance; AOSP, libs/hwui/ProfileData",
            detectGfxinfo,
            readGfxinfo,
            nullptr};
}

} // namespace jitterscope::logs
