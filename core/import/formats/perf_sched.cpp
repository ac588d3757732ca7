// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/import/count_table.h"
#include "core/import/formats/formats.h"

#include <algorithm>

namespace jitterscope::logs {
namespace {

constexpr std::size_t kMostTasks = 4096;

/// The head of timehist: `           time    cpu  task name   wait time  sch delay   run time`.
bool isTimehistLine(std::string_view line) {
    return line.find("task name") != std::string_view::npos &&
           line.find("sch delay") != std::string_view::npos;
}

/// The head of latency: `  Task | Runtime ms | Count | Avg delay ms | Max delay ms | …`.
bool isLatencyLine(std::string_view line) {
    const std::size_t task = line.find("Task");
    return task != std::string_view::npos && line.find("delay ms", task) != std::string_view::npos;
}

bool detectPerfSched(const LogHead& head) {
    return std::ranges::any_of(
        head.lines, [](std::string_view line) { return isTimehistLine(line) || isLatencyLine(line); });
}

class PerfSchedReader {
public:
    PerfSchedReader(ImportedLog& log, const ImportOptions& options, double)
        : m_log(log), m_options(options), m_latency(LogQuantity::Lateness, "perf sched latency") {
        m_all.program = "perf sched timehist";
        m_all.quantity = LogQuantity::Lateness;
    }

    Result<Done> take(const LogLines& lines, std::string_view line);
    Result<Done> finish(const LogLines& lines);

private:
    void takeWakeup(const LogLines& lines, std::string_view line);
    void takeTask(std::string_view line);
    [[nodiscard]] bool wanted(std::string_view task) const;

    ImportedLog& m_log;
    const ImportOptions& m_options;
    ImportedRun m_all;
    CountTable m_latency;
    bool m_timehist = false;
    bool m_inLatency = false;
    std::size_t m_held = 0;
    std::vector<std::string_view> m_words;
    LeftOut m_leftOut;
};

/// `gcc[31949]`, `sleep:147736`: by name, by number, or all but the idle task.
bool PerfSchedReader::wanted(std::string_view task) const {
    if (task.starts_with("<idle>") || task.starts_with("swapper"))
        return false;
    const std::string_view name = task.substr(0, task.find_first_of("[:"));
    return m_options.process.empty() || equalNames(name, m_options.process) ||
           equalNames(task, m_options.process) ||
           task.find("[" + m_options.process) != std::string_view::npos;
}

/// `    79371.874603 [0010]  migration/10[59]          3.350      0.004      0.003`
void PerfSchedReader::takeWakeup(const LogLines& lines, std::string_view line) {
    constexpr std::size_t kMostWords = 40; // a task's name may have blanks
    splitWords(line, kMostWords, m_words);
    if (m_words.size() < 6 || !logNumber(m_words[0], false) || !m_words[1].starts_with('['))
        return;
    std::size_t end = m_words.size(); // what --state and --wakeups add comes after the three times
    while (end > 5 && !(logNumber(m_words[end - 1], false) && logNumber(m_words[end - 2], false) &&
                        logNumber(m_words[end - 3], false)))
        --end;
    const std::string_view task = m_words[2];
    if (end <= 5 || !wanted(task))
        return;
    if (lines.cut())
        return m_leftOut.add(LeftOut::Reason::Cut, lines.number());
    const auto value = wholeNanoseconds(*logNumber(m_words[end - 2], false) * 1e6);
    if (!value || *value < 0)
        return m_leftOut.add(LeftOut::Reason::Range, lines.number(), m_words[end - 2]);
    addSample(m_all, *value, m_held);
}

/// `  sleep:147736 | 0.938 ms | 3 | avg: 0.006 ms | max: 0.007 ms | max start: …`
void PerfSchedReader::takeTask(std::string_view line) {
    std::vector<std::string_view> cells;
    for (std::string_view rest = line; !rest.empty();) {
        const std::size_t end = std::min(rest.find('|'), rest.size());
        cells.push_back(trimmed(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto figure = [&](std::size_t cell, std::string_view name) -> std::optional<double> {
        if (cell >= cells.size() || !cells[cell].starts_with(name))
            return std::nullopt;
        const std::string_view rest = trimmed(cells[cell].substr(name.size()));
        const auto number = logNumber(rest.substr(0, rest.find(' ')), false);
        return number && *number >= 0 && *number < 1e12 ? std::optional(*number * 1e6) : std::nullopt;
    };
    const auto count = cells.size() > 4 ? parseInteger(cells[2]) : std::nullopt;
    const auto mean = figure(3, "avg:");
    const auto most = figure(4, "max:");
    if (!count || *count <= 0 || *count > kMostCounts || !most || !wanted(cells[0]) ||
        m_latency.columns() >= kMostTasks)
        return;
    m_latency.addColumn(cleanText(cells[0]));
    LogHistogram& histogram = m_latency.histogram(m_latency.columns() - 1);
    histogram.overflow = static_cast<std::uint64_t>(*count);
    histogram.covered = -1;
    histogram.mean = mean;
    histogram.maximum = most;
}

Result<Done> PerfSchedReader::take(const LogLines& lines, std::string_view line) {
    if (isTimehistLine(line))
        m_timehist = true;
    else if (isLatencyLine(line))
        m_inLatency = true;
    else if (m_timehist)
        takeWakeup(lines, line);
    else if (m_inLatency)
        takeTask(line);
    return Done{};
}

Result<Done> PerfSchedReader::finish(const LogLines& lines) {
    m_leftOut.report(m_log);
    if (m_all.distribution.count() > 0) {
        m_all.name = m_options.process.empty() ? "all tasks" : m_options.process;
        m_all.process = m_options.process;
        m_log.runs.push_back(std::move(m_all));
        addComment(m_log, "lateness: sch delay, from waking up to running; 0 for tasks that were not asleep");
    }
    m_latency.finish(m_log);
    if (m_log.runs.empty())
        return lines.error(m_options.process.empty() ? "the file ends without a task"
                                                     : "no task is called " + inQuotes(m_options.process),
                           "record with perf sched record, and write with perf sched timehist");
    return Done{};
}

Result<ImportedLog> readPerfSched(const LogRequest& request) {
    return readWith<PerfSchedReader>(request, 1);
}

} // namespace

LogEntry perfSchedEntry() {
    return {"perf-sched",
            "perf sched",
            "perf sched timehist: the scheduling delay of each wake-up, of all tasks or of one (--process). "
            "perf sched latency: mean and greatest delay of each task.",
            "perf-sched(1) of Linux",
            detectPerfSched,
            readPerfSched,
            nullptr};
}

} // namespace jitterscope::logs
