// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/count_table.h"
#include "core/import/formats/formats.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace jitterscope::logs {
namespace {

constexpr std::string_view kCyclic = "cyclic:";
constexpr std::size_t kMostWorkers = 1000;

/// What follows `stress-ng: info:  [20110] cyclic:`, and the worker's number.
struct CyclicLine {
    std::string_view worker;
    std::string_view text;
};
std::optional<CyclicLine> cyclicLine(std::string_view line) {
    const std::size_t at = line.find(kCyclic);
    if (at == std::string_view::npos || line.find("stress-ng") > at)
        return std::nullopt;
    const std::size_t open = line.find('[');
    const std::size_t close = line.find(']');
    const bool numbered = open < close && close < at;
    return CyclicLine{numbered ? line.substr(open + 1, close - open - 1) : std::string_view(),
                      trimmed(line.substr(at + kCyclic.size()))};
}

bool detectStressNg(const LogHead& head) {
    return std::ranges::any_of(head.lines,
                               [](std::string_view line) { return cyclicLine(line).has_value(); });
}

/// The whole or broken number behind a name: 9348.04 of `mean: 9348.04 ns`.
std::optional<double> figureAfter(std::string_view text, std::string_view name) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = trimmed(text.substr(at + name.size()));
    const auto value = logNumber(rest.substr(0, rest.find_first_of(" ,")), false);
    return value && wholeNanoseconds(*value) ? value : std::nullopt;
}

/// What one worker printed.
struct Worker {
    std::int64_t samples = 0;
    LogHistogram figures;                                ///< least, mean, greatest, deviation
    std::vector<std::pair<double, double>> percentiles;  ///< share, ns
    std::vector<std::pair<double, std::int64_t>> counts; ///< beginning of a bucket, ns; count
    double width = 0;                                    ///< of a bucket, ns
};

void takePercentile(Worker& worker, std::string_view text) {
    const std::size_t sign = text.find("%:");
    if (sign == std::string_view::npos)
        return;
    const auto percent = logNumber(text.substr(0, sign), false);
    const auto value = figureAfter(text, "%:");
    if (percent && value && *percent > 0 && *percent <= 100)
        worker.percentiles.emplace_back(*percent / 100, *value);
}

void takeLine(Worker& worker, std::string_view text, std::vector<std::string_view>& words) {
    if (const std::size_t at = text.find(" samples"); at != std::string_view::npos) {
        const std::string_view before = text.substr(0, at);
        worker.samples = parseInteger(before.substr(before.rfind(' ') + 1)).value_or(0);
        return;
    }
    if (const auto width = figureAfter(text, "latency distribution ("))
        worker.width = *width;
    for (const auto& [name, figure] :
         {std::pair{"mean:", &LogHistogram::mean}, std::pair{"min:", &LogHistogram::minimum},
          std::pair{"max:", &LogHistogram::maximum}, std::pair{"std.dev.", &LogHistogram::stddev}}) {
        if (const auto value = figureAfter(text, name))
            worker.figures.*figure = *value;
    }
    takePercentile(worker, text);
    splitWords(text, 3, words);
    const auto from = words.size() == 2 ? logNumber(words[0], false) : std::nullopt;
    const auto count = words.size() == 2 ? parseInteger(words[1]) : std::nullopt;
    if (from && count && *count >= 0 && *count <= kMostCounts && worker.width > 0)
        worker.counts.emplace_back(*from, *count);
}

/// Adds the buckets of the distribution, or those between the percentiles. False: too many.
bool fill(CountTable& table, Worker& worker) {
    const std::size_t column = table.columns() - 1;
    std::int64_t sum = 0;
    for (const auto& [from, count] : worker.counts) {
        sum += count;
        if (!table.add(column, {from, from + worker.width - 1}, count))
            return false;
    }
    if (worker.counts.empty()) {
        std::ranges::sort(worker.percentiles);
        double before = worker.figures.minimum.value_or(0);
        for (const auto& [share, value] : worker.percentiles) {
            const std::int64_t upTo = std::llround(share * static_cast<double>(worker.samples));
            if (!table.add(column, {before, value}, std::max<std::int64_t>(0, upTo - sum)))
                return false;
            sum = std::max(sum, upTo);
            before = value;
        }
    }
    LogHistogram& histogram = table.histogram(column);
    histogram.minimum = worker.figures.minimum;
    histogram.mean = worker.figures.mean;
    histogram.maximum = worker.figures.maximum;
    histogram.stddev = worker.figures.stddev;
    histogram.overflow = static_cast<std::uint64_t>(std::max<std::int64_t>(0, worker.samples - sum));
    return true;
}

Result<ImportedLog> readStressNg(const LogRequest& request) {
    Result<LogLines> lines = LogLines::open(request);
    if (!lines)
        return lines.error();
    ImportedLog log;
    log.path = request.path;
    std::map<std::string, Worker, std::less<>> workers;
    std::vector<std::string_view> words;
    const Result<Done> all = lines.value().forEach([&](std::string_view line) -> Result<Done> {
        const std::optional<CyclicLine> read = cyclicLine(line);
        if (!read || lines.value().cut())
            return Done{};
        if (workers.size() >= kMostWorkers && !workers.contains(read->worker))
            return lines.value().error("more than 1000 workers");
        if (read->text.starts_with("sched "))
            addComment(log, read->text);
        takeLine(workers[std::string(read->worker)], read->text, words);
        return Done{};
    });
    if (!all)
        return all.error();
    CountTable table(LogQuantity::Lateness, "stress-ng");
    for (auto& [name, worker] : workers) {
        if (worker.samples <= 0 || worker.samples > kMostCounts)
            continue;
        table.addColumn(workers.size() > 1 ? "worker " + cleanText(name) : "cyclic");
        if (!fill(table, worker))
            return lines.value().error("more buckets than a histogram has");
    }
    table.finish(log);
    if (log.runs.empty())
        return lines.value().error("no worker says how many samples it took",
                                   "record with stress-ng --cyclic 1 --cyclic-policy rr --cyclic-dist 1000");
    return log;
}

} // namespace

LogEntry stressNgEntry() {
    return {"stress-ng",
            "stress-ng --cyclic",
            "What stress-ng --cyclic prints: with --cyclic-dist NS a histogram of the latency of each "
            "worker, otherwise its percentiles.",
            "stress-ng(1), and what its version 0.15 prints",
            detectStressNg,
            readStressNg,
            nullptr};
}

} // namespace jitterscope::logs
