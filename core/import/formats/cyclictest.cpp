// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/import/count_table.h"
#include "core/import/formats/formats.h"
#include "core/import/log_lines.h"

#include <algorithm>
#include <map>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostThreads = 4096;
constexpr std::string_view kHistogram = "# Histogram";

/// `       0:      12:      85`: thread, cycle, latency.
struct Sample {
    std::int64_t thread = 0;
    std::string_view latency;
};
std::optional<Sample> sampleOf(std::string_view line) noexcept {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos || line.find(':', second + 1) != std::string_view::npos)
        return std::nullopt;
    const auto thread = parseInteger(line.substr(0, first));
    const auto cycle = parseInteger(line.substr(first + 1, second - first - 1));
    if (!thread || !cycle || *thread < 0 || *thread >= static_cast<std::int64_t>(kMostThreads) || *cycle < 0)
        return std::nullopt;
    return Sample{*thread, line.substr(second + 1)};
}

/// The lines `T: 0 ( 5555) P:80 I:1000 C: 10 Min: …`, which cyclictest shows and overwrites.
bool isDisplay(std::string_view line) noexcept {
    return line.starts_with("T:") && line.find(" C:") != std::string_view::npos &&
           line.find("Min:") != std::string_view::npos;
}

/// A sample as wide as cyclictest writes it; `12:34:56` is a time of day.
bool isSample(std::string_view line) {
    constexpr std::size_t kWidth = 8;
    if (line.find(':') < kWidth)
        return false;
    const auto sample = sampleOf(line);
    return sample && sample->latency.size() >= kWidth && logNumber(sample->latency, false);
}

bool detectCyclictest(const LogHead& head) {
    return std::ranges::any_of(head.lines, [](std::string_view line) {
        return line.starts_with(kHistogram) || isDisplay(line) || isSample(line);
    });
}

/// One column of the histogram, or the samples of one thread.
struct CyclictestThread {
    ImportedRun run;
    std::map<std::int64_t, std::uint64_t> counts; // by ns
    std::string display;                          // its last line, as cyclictest shows it
};

class CyclictestReader {
public:
    CyclictestReader(ImportedLog& log, const ImportOptions& options, double scale)
        : m_log(log), m_scale(scale) {
        log.unitAssumed = options.unit.empty();
        addComment(log, options.unit.empty() ? "unit: us, as cyclictest writes without -N" : "unit: as said");
    }

    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    void takeSample(const LogLines& lines, const Sample& sample);
    Result<Done> takeBuckets(const LogLines& lines, std::string_view line);
    bool takeFooter(std::string_view line);
    Result<Done> leaveOut(const LogLines& lines, LeftOut::Reason reason, std::string_view field = {});
    CyclictestThread& thread(std::int64_t index);
    [[nodiscard]] bool anyCount() const;
    void endRecording();
    void takeRuns();
    void removeTotal();
    bool takeDisplay(CyclictestThread& thread) const;
    bool finishHistogram(CyclictestThread& thread);

    ImportedLog& m_log;
    double m_scale;
    std::map<std::int64_t, CyclictestThread> m_threads;
    std::vector<std::string_view> m_words;
    LeftOut m_leftOut;
    std::size_t m_held = 0;
    std::size_t m_buckets = 0;
    bool m_inHistogram = false;
    std::size_t m_recordings = 0;
    bool m_onlyDisplay = false;
    RunWarning m_cutOff;
    bool m_footer = false; // how many values lie beyond the histogram
    bool m_total = true;   // so far the last column is the sum of the others, as -H writes it
    std::size_t m_columns = 0;
};

CyclictestThread& CyclictestReader::thread(std::int64_t index) {
    const auto [place, added] = m_threads.try_emplace(index);
    if (added) {
        place->second.run.program = "cyclictest";
        place->second.run.quantity = LogQuantity::Lateness;
        place->second.run.name = "thread " + std::to_string(index);
    }
    return place->second;
}

Result<Done> CyclictestReader::leaveOut(const LogLines& lines, LeftOut::Reason reason,
                                        std::string_view field) {
    m_leftOut.add(reason, lines.number(), field);
    return Done{};
}

void CyclictestReader::takeSample(const LogLines& lines, const Sample& sample) {
    using Reason = LeftOut::Reason;
    if (lines.cut())
        return m_leftOut.add(Reason::Cut, lines.number());
    const auto number = logNumber(sample.latency, false);
    const auto value = number ? wholeNanoseconds(*number * m_scale) : std::nullopt;
    if (!value)
        return m_leftOut.add(number ? Reason::Range : Reason::NoNumber, lines.number(), sample.latency);
    addSample(thread(sample.thread).run, *value, m_held);
}

/// `000012 000003\t000000`: latency, then a count for each thread.
Result<Done> CyclictestReader::takeBuckets(const LogLines& lines, std::string_view line) {
    using Reason = LeftOut::Reason;
    if (trimmed(line).empty())
        return Done{};
    if (lines.cut())
        return leaveOut(lines, Reason::Cut);
    splitWords(line, kMostThreads + 1, m_words);
    if (m_words.size() < 2)
        return leaveOut(lines, Reason::Short);
    const auto number = logNumber(m_words[0], false);
    const auto value = number ? wholeNanoseconds(*number * m_scale) : std::nullopt;
    if (!value)
        return leaveOut(lines, Reason::NoNumber, m_words[0]);
    for (std::size_t i = 1; i < m_words.size(); ++i) {
        const auto count = parseInteger(m_words[i]);
        if (!count || *count < 0 || *count > kMostCounts)
            return leaveOut(lines, Reason::NoNumber, m_words[i]);
    }
    std::int64_t sum = 0;
    for (std::size_t i = 1; i + 1 < m_words.size(); ++i)
        sum += *parseInteger(m_words[i]);
    m_total = m_total && m_words.size() > 2 && sum == *parseInteger(m_words.back());
    m_columns = std::max(m_columns, m_words.size() - 1);
    for (std::size_t i = 1; i < m_words.size(); ++i) {
        CyclictestThread& to = thread(static_cast<std::int64_t>(i - 1));
        if (!to.run.histogram)
            to.run.histogram.emplace();
        to.run.histogram->covered = std::max(to.run.histogram->covered, *value);
        const auto count = static_cast<std::uint64_t>(*parseInteger(m_words[i]));
        if (count == 0)
            continue;
        const auto [place, added] = to.counts.try_emplace(*value);
        m_buckets += added ? 1 : 0;
        if (m_buckets > kMostBuckets)
            return lines.error("more buckets than a histogram has");
        place->second = std::min(place->second + count, static_cast<std::uint64_t>(kMostCounts));
    }
    return Done{};
}

/// `# Max Latencies: 00018 00066` and its like: a value for each thread.
bool CyclictestReader::takeFooter(std::string_view line) {
    struct Footer {
        std::string_view name;
        std::optional<double> LogHistogram::*figure;
    };
    constexpr std::array<Footer, 4> kFooters{{{"# Min Latencies:", &LogHistogram::minimum},
                                              {"# Avg Latencies:", &LogHistogram::mean},
                                              {"# Max Latencies:", &LogHistogram::maximum},
                                              {"# Histogram Overflows:", nullptr}}};
    for (const Footer& footer : kFooters) {
        if (!line.starts_with(footer.name))
            continue;
        splitWords(line.substr(footer.name.size()), kMostThreads, m_words);
        m_footer = m_footer || footer.figure == nullptr;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const auto place = m_threads.find(static_cast<std::int64_t>(i));
            const auto value = parseInteger(m_words[i]);
            if (place == m_threads.end() || !place->second.run.histogram || !value || *value < 0 ||
                !wholeNanoseconds(static_cast<double>(*value) * m_scale))
                continue;
            LogHistogram& histogram = *place->second.run.histogram;
            if (footer.figure == nullptr)
                histogram.overflow = static_cast<std::uint64_t>(std::min(*value, kMostCounts));
            else
                histogram.*footer.figure = static_cast<double>(*value) * m_scale;
        }
        return true;
    }
    return false;
}

Result<Done> CyclictestReader::take(const LogLines& lines, std::string_view line) {
    if (line.starts_with('#')) {
        if (takeFooter(line))
            return Done{};
        m_inHistogram = line.starts_with(kHistogram) && line.find("Overflow") == std::string_view::npos;
        if (m_inHistogram && anyCount())
            endRecording();
        if (!m_inHistogram && !line.starts_with("# Thread ") && !line.starts_with("# Total") &&
            !line.starts_with(kHistogram))
            addComment(m_log, line.substr(1));
        return Done{};
    }
    if (m_inHistogram) {
        return takeBuckets(lines, line);
    } else if (const auto sample = sampleOf(line)) {
        takeSample(lines, *sample);
    } else if (isDisplay(line)) {
        const auto index = parseInteger(line.substr(2, std::min(line.find('('), line.size()) - 2));
        if (lines.cut())
            m_leftOut.add(LeftOut::Reason::Cut, lines.number());
        else if (index && *index >= 0 && *index < static_cast<std::int64_t>(kMostThreads))
            thread(*index).display = line;
    } else if (line.starts_with("Thread ") || line.find("policy:") != std::string_view::npos) {
        addComment(m_log, line);
    } else if (lines.cut()) {
        m_leftOut.add(LeftOut::Reason::Cut, lines.number());
    }
    return Done{};
}

bool CyclictestReader::anyCount() const {
    return std::ranges::any_of(m_threads, [](const auto& each) { return !each.second.counts.empty(); });
}

/// Another histogram begins: a recording of its own.
void CyclictestReader::endRecording() {
    takeRuns();
    m_threads.clear();
    m_footer = false;
    m_total = true;
    m_columns = 0;
}

/// -H adds a column of all threads together, which is not a thread.
void CyclictestReader::removeTotal() {
    const auto last = m_threads.find(static_cast<std::int64_t>(m_columns) - 1);
    if (!m_total || m_columns < 2 || last == m_threads.end() || last->second.counts.empty())
        return;
    m_threads.erase(last);
    addComment(m_log, "the last column of the histogram is the sum of the others, as -H writes it: left out");
}

/// `T: 0 ( 5555) P:80 I:1000 C: 10 Min: 3 Act: 5 Avg: 7 Max: 55`, all there is with -q alone.
bool CyclictestReader::takeDisplay(CyclictestThread& thread) const {
    const auto figure = [&](std::string_view name) -> std::optional<std::int64_t> {
        const std::size_t at = thread.display.find(name);
        if (at == std::string::npos)
            return std::nullopt;
        const std::string_view rest = trimmed(std::string_view(thread.display).substr(at + name.size()));
        return parseInteger(rest.substr(0, rest.find(' ')));
    };
    const auto cycles = figure(" C:");
    if (!cycles || *cycles <= 0 || *cycles > kMostCounts)
        return false;
    LogHistogram histogram;
    histogram.overflow = static_cast<std::uint64_t>(*cycles);
    histogram.covered = -1;
    const auto scaled = [&](std::string_view name) -> std::optional<double> {
        const auto value = figure(name);
        const auto whole = value ? wholeNanoseconds(static_cast<double>(*value) * m_scale) : std::nullopt;
        return whole && *whole >= 0 ? std::optional(static_cast<double>(*whole)) : std::nullopt;
    };
    histogram.minimum = scaled("Min:");
    histogram.mean = scaled("Avg:");
    histogram.maximum = scaled("Max:");
    if (!histogram.maximum)
        return false;
    thread.run.histogram = std::move(histogram);
    return true;
}

/// False: nothing is in it.
bool CyclictestReader::finishHistogram(CyclictestThread& thread) {
    LogHistogram& histogram = *thread.run.histogram;
    for (const auto& [value, count] : thread.counts)
        histogram.buckets.push_back({value, static_cast<double>(value), count});
    if (histogram.buckets.empty() && histogram.overflow == 0)
        return false;
    histogram.open = !m_footer;
    // cyclictest cuts the average to whole units. If the buckets hold all values, their mean is more exact.
    if (histogram.overflow == 0 && m_footer)
        histogram.mean.reset();
    if (histogram.open && !histogram.buckets.empty())
        m_cutOff.add(" ends before the line of its overflows: the maximum of " + thread.run.name +
                     " is at least " + said::duration(histogram.buckets.back().middle) +
                     ", and its percentiles may be higher");
    return true;
}

/// Makes runs of the threads.
void CyclictestReader::takeRuns() {
    removeTotal();
    ++m_recordings;
    for (auto& [index, thread] : m_threads) {
        if (thread.run.distribution.count() > 0) {
            thread.run.histogram.reset();
        } else if (thread.run.histogram) {
            if (!finishHistogram(thread))
                continue;
        } else if (!takeDisplay(thread)) {
            continue;
        } else {
            m_onlyDisplay = true;
        }
        thread.run.recording = m_recordings;
        if (m_recordings > 1)
            thread.run.name += ", recording " + std::to_string(m_recordings);
        m_log.runs.push_back(std::move(thread.run));
    }
}

Result<Done> CyclictestReader::finish(const LogLines& lines) {
    takeRuns();
    for (ImportedRun& run : m_log.runs)
        run.recording = m_recordings > 1 ? run.recording : 0;
    m_leftOut.report(m_log);
    m_cutOff.report(m_log);
    if (m_onlyDisplay)
        addComment(
            m_log,
            "only least, mean and greatest latency: record with -v, -h 400 -q or --json=FILE for more");
    if (!m_log.runs.empty())
        return Done{};
    return lines.error("the file ends without a latency",
                       "record with cyclictest -v, -h 400 -q or --json=FILE");
}

Result<ImportedLog> readCyclictest(const LogRequest& request) {
    return readWith<CyclictestReader>(request, 1e3);
}

} // namespace

LogEntry cyclictestEntry() {
    return {
        "cyclictest",
        "cyclictest",
        "Output of cyclictest -v (every latency), -h 400 -q (a histogram) or -q (least, mean, greatest), one "
        "run for each thread. A latency is the lateness behind the time the thread was to wake at. The "
        "interval is not in the log, so neither is the rate. Microseconds, unless -N was given: then say "
        "the unit ns.",
        "cyclictest(8) of rt-tests, and what its version 2.4 writes",
        detectCyclictest,
        readCyclictest,
        nullptr};
}

} // namespace jitterscope::logs
