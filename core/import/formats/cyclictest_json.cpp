// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/formats/formats.h"
#include "core/import/json_events.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

bool detectCyclictestJson(const LogHead& head) {
    const std::string_view text = trimmed(head.text);
    return text.starts_with('{') && text.find("\"resolution_in_ns\"") != std::string_view::npos &&
           text.find("\"thread\"") != std::string_view::npos;
}

/// `"thread": {"0": {"histogram": {"44": 2, …}, "cycles": 50, "min": 44, "max": 108, "avg": 70.80}}`.
class CyclictestJsonListener : public JsonListener {
public:
    explicit CyclictestJsonListener(ImportedLog& log) : m_log(log) {}

    bool number(const Path& path, double value) override;
    bool text(const Path& path, std::string_view value) override;
    bool truth(const Path&, bool) override { return true; }
    bool nothing(const Path&) override { return true; }
    bool beginObject(const Path& path) override;
    bool endObject(const Path&) override { return true; }

    [[nodiscard]] Result<Done> finish(const ImportOptions& options);

private:
    struct CyclictestJsonThread {
        std::string name;
        std::vector<std::pair<double, double>> counts; // latency, count; in the log's unit
        std::optional<double> cycles, least, most, mean;
    };
    Result<Done> finish(const CyclictestJsonThread& thread);
    void add(CyclictestJsonThread& thread, double latency, double count) {
        thread.counts.emplace_back(latency, count);
        ++m_buckets;
    }

    ImportedLog& m_log;
    std::vector<CyclictestJsonThread> m_threads;
    std::string m_version;
    double m_scale = 1e3;
    std::size_t m_buckets = 0;
    bool m_tooMany = false;
    std::int64_t m_odd = 0;
};

bool CyclictestJsonListener::beginObject(const Path& path) {
    constexpr std::size_t kMostJsonThreads = 4096;
    if (path.size() == 2 && path.front() == "thread") {
        m_tooMany = m_threads.size() >= kMostJsonThreads;
        if (m_tooMany)
            return false;
        m_threads.emplace_back().name = cleanText(path.back());
    }
    return true;
}

bool CyclictestJsonListener::number(const Path& path, double value) {
    if (path.size() == 1 && path.front() == "resolution_in_ns") {
        m_scale = value == 1 ? 1 : 1e3;
        return true;
    }
    if (path.size() < 3 || path.front() != "thread" || m_threads.empty())
        return true;
    CyclictestJsonThread& thread = m_threads.back();
    if (path.size() == 4 && path[2] == "histogram") {
        const auto latency = logNumber(path[3], false);
        if (!latency || !(value >= 0) || value > static_cast<double>(kMostCounts) ||
            m_buckets >= kMostBuckets)
            ++m_odd;
        else if (value > 0)
            add(thread, *latency, value);
    } else if (path.size() == 3) {
        std::optional<double>* const figure = path[2] == "cycles" ? &thread.cycles
                                              : path[2] == "min"  ? &thread.least
                                              : path[2] == "max"  ? &thread.most
                                              : path[2] == "avg"  ? &thread.mean
                                                                  : nullptr;
        if (figure != nullptr)
            *figure = value;
    }
    return true;
}

bool CyclictestJsonListener::text(const Path& path, std::string_view value) {
    if (path.size() == 1 && path.front().starts_with("rt_test_version"))
        m_version = cleanText(value);
    else if (path.size() == 1 || (path.size() == 2 && path.front() == "sysinfo"))
        addComment(m_log, path.back() + (path.back().ends_with(':') ? " " : ": ") + cleanText(value));
    return true;
}

Result<Done> CyclictestJsonListener::finish(const CyclictestJsonThread& thread) {
    ImportedRun run;
    run.name = "thread " + thread.name;
    run.program = "cyclictest";
    run.version = m_version;
    run.quantity = LogQuantity::Lateness;
    LogHistogram& histogram = run.histogram.emplace();
    std::uint64_t counted = 0;
    std::vector<std::pair<double, double>> counts = thread.counts;
    std::ranges::sort(counts);
    for (const auto& [latency, count] : counts) {
        const auto value = wholeNanoseconds(latency * m_scale);
        if (!value)
            return Error{ErrorCode::Format,
                         pathText(m_log.path) + ", " + run.name + ": a latency is impossible", ""};
        const auto whole = static_cast<std::uint64_t>(count);
        histogram.buckets.push_back({*value, static_cast<double>(*value), whole});
        counted += whole;
        histogram.covered = *value; // at least: empty buckets are not written
    }
    if (thread.cycles && *thread.cycles >= 0 && *thread.cycles <= static_cast<double>(kMostCounts) &&
        static_cast<std::uint64_t>(*thread.cycles) > counted)
        histogram.overflow = static_cast<std::uint64_t>(*thread.cycles) - counted;
    const auto scaled = [&](const std::optional<double>& figure) {
        return figure && wholeNanoseconds(*figure * m_scale) ? std::optional(*figure * m_scale)
                                                             : std::nullopt;
    };
    histogram.minimum = scaled(thread.least);
    histogram.maximum = scaled(thread.most);
    histogram.mean = scaled(thread.mean);
    if (counted + histogram.overflow > 0)
        m_log.runs.push_back(std::move(run));
    return Done{};
}

Result<Done> CyclictestJsonListener::finish(const ImportOptions& options) {
    if (m_tooMany)
        return Error{ErrorCode::Format, pathText(m_log.path) + " holds more than 4096 threads", ""};
    const Result<double> scale = chosenScale(options, m_scale);
    if (!scale)
        return scale.error();
    m_scale = scale.value();
    for (const CyclictestJsonThread& thread : m_threads) {
        if (Result<Done> done = finish(thread); !done)
            return done;
    }
    if (m_odd > 0)
        m_log.warnings.push_back(pathText(m_log.path) + ": " + std::to_string(m_odd) +
                                 " buckets of a histogram are not a latency and a count; left out");
    m_log.linesLeftOut = m_odd;
    if (m_log.runs.empty())
        return Error{ErrorCode::Format, pathText(m_log.path) + " holds no latency", ""};
    for (const ImportedRun& run : m_log.runs) {
        if (run.histogram->buckets.empty()) {
            m_log.warnings.push_back(
                pathText(m_log.path) +
                " has no histogram, only the least, mean and greatest: record with -h 400 too");
            break;
        }
    }
    return Done{};
}

Result<ImportedLog> readCyclictestJson(const LogRequest& request) {
    ImportedLog log;
    log.path = request.path;
    CyclictestJsonListener listener(log);
    if (Result<Done> readCyclictestJson = readJson(request, listener); !readCyclictestJson)
        return readCyclictestJson.error();
    if (Result<Done> done = listener.finish(request.options); !done)
        return done.error();
    return log;
}

} // namespace

LogEntry cyclictestJsonEntry() {
    return {"cyclictest-json",
            "cyclictest JSON",
            "cyclictest --json=FILE -h 400 -q: a histogram of lateness for each thread. Without -h there are "
            "only the least, mean and greatest. What lies beyond the histogram is counted by the cycles.",
            "rt-tests 2.4, what cyclictest --json writes",
            detectCyclictestJson,
            readCyclictestJson,
            nullptr};
}

} // namespace jitterscope::logs
