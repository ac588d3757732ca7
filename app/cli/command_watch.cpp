// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/progress.h"
#include "app/cli/result_file.h"
#include "app/options/metrics_options.h"
#include "app/options/option_set.h"
#include "app/options/plan_options.h"
#include "app/options/readers.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/document/documents.h"
#include "core/files/machine_file.h"
#include "core/platform/file_lock.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"
#include "core/run/run_result.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <utility>

namespace jitterscope::cli {
namespace {

constexpr Nanoseconds kShortest = std::chrono::milliseconds(10);
constexpr Nanoseconds kLongest = std::chrono::hours(24 * 7);
constexpr std::int64_t kMostProbes = 1'000'000'000;

class WatchCommand {
public:
    explicit WatchCommand(CLI::App& app);
    int run();

private:
    [[nodiscard]] Result<Done> read();
    [[nodiscard]] Result<Done> readInterval();
    [[nodiscard]] Result<Done> checkFile() const;
    [[nodiscard]] Result<Done> resume();
    int watch();
    void probe(std::int64_t number);
    [[nodiscard]] Result<std::shared_ptr<const RunResult>> measure(std::int64_t number) const;
    [[nodiscard]] bool write() const;
    [[nodiscard]] bool pause(TimePoint begin) const;

    OptionSet m_options;
    PlanOptions m_planOptions;
    MetricsOptions m_metricsOptions;
    TextOption& m_every;
    TextOption& m_probes;
    RunPlan m_plan;
    Nanoseconds m_interval{};
    std::int64_t m_most = 0; // 0: until it is stopped
    std::optional<ProbeMetrics> m_metrics;
    bool m_failed = false; // a probe
};

WatchCommand::WatchCommand(CLI::App& app)
    : m_options(app),
      m_planOptions(m_options, PlanOptions::Use::Watch),
      m_metricsOptions(m_options, "a path; node_exporter reads NAME.prom",
                       "Replace this file after each probe by what was measured so far, as metrics for "
                       "Prometheus; needed"),
      m_every(m_options.add("--every", "SECONDS", "10ms … 7d, as 30, 10m or 1h; not less than a probe takes",
                            "How often a probe begins; needed")),
      m_probes(m_options.add("--probes", "N", "1 … " + std::to_string(kMostProbes),
                             "End after N probes; default: go on until stopped")) {
    m_options.setFooter(
        "Counters go on from where FILE left them, if it is of a watch with the same labels.\n"
        "A probe that fails is counted and told, and so is a file that cannot be written: the watch goes "
        "on.\n"
        "On a simulated machine each probe has the next seed.\n"
        "The first SIGINT, SIGTERM, SIGHUP or SIGQUIT ends it at once, and what was measured is written.");
}

/// How long a probe takes here; 0 in virtual time.
Nanoseconds probeLength(const RunPlan& plan) {
    if (plan.simulated() && !plan.machine.realPace)
        return Nanoseconds{0};
    const double frames = static_cast<double>(plan.frames + plan.warmup) * plan.period.nanoseconds();
    const auto byFrames =
        Nanoseconds(std::llround(std::min(frames, static_cast<double>(kLongest.count() * 2))));
    if (plan.frames == 0)
        return plan.duration;
    return plan.duration > Nanoseconds{0} ? std::min(plan.duration, byFrames) : byFrames;
}

Result<Done> WatchCommand::readInterval() {
    if (!m_every.given())
        return Error{ErrorCode::Usage, "--every is needed", "takes " + m_every.takes};
    std::optional<Nanoseconds> interval;
    if (Result<Done> read = readLength(m_every, kShortest, kLongest, interval); !read)
        return read;
    if (const Nanoseconds length = probeLength(m_plan); *interval < length)
        return m_every.refusal(m_every.text(),
                               "shorter than a probe, which takes " + said::shortDuration(length));
    m_interval = *interval;
    return readInteger<std::int64_t>(m_probes, 1, kMostProbes, m_most);
}

/// The file is replaced after each probe. A stream would get one text after the other, so standard output is
/// refused.
Result<Done> WatchCommand::checkFile() const {
    const TextOption& file = m_metricsOptions.file();
    if (!file.given())
        return Error{ErrorCode::Usage, "--openmetrics is needed", "takes " + file.takes};
    if (Result<Done> named = checkFileName(file); !named)
        return named;
    if (isStandardOutput(file.text()))
        return file.refusal(file.text(), "standard output, which cannot be replaced");
    return checkSeparate(
        {{"--machine", m_plan.machine.file, NamedFile::Use::Input}, {file.name, file.text()}});
}

Result<Done> WatchCommand::read() {
    if (Result<Done> checked = m_options.check(); !checked)
        return checked;
    Result<RunPlan> plan = m_planOptions.plan();
    if (!plan)
        return plan.error();
    m_plan = std::move(plan).value();
    std::vector<MetricLabel> labels;
    if (Result<Done> read = m_metricsOptions.readLabels(labels); !read)
        return read;
    if (Result<Done> read = readInterval(); !read)
        return read;
    if (Result<Done> checked = checkFile(); !checked)
        return checked;
    m_metrics.emplace(m_plan, std::move(labels));
    m_metrics->setInterval(m_interval);
    return Done{};
}

/// Goes on counting from the file. This is needed where a timer starts a new process for each probe:
/// otherwise no counter would grow. Error: the file is not a file of a watch, and stays.
Result<Done> WatchCommand::resume() {
    constexpr std::size_t kMostBytes = 1 << 20;
    const std::string& path = m_metricsOptions.file().text();
    const Result<std::string> old = readWhole(path, kMostBytes);
    const bool foreign = old ? !old.value().empty() && old.value().find("jitterscope_") == std::string::npos
                             : old.error().code == ErrorCode::Format;
    if (foreign)
        return Error{ErrorCode::Format, pathText(path) + " is not a file of a watch, and would be replaced",
                     "choose another name, or remove it"};
    if (old && !old.value().empty() && !m_metrics->resume(old.value()))
        printMessage(pathText(path) +
                     " is not of a watch with these labels: it will be replaced, and counters begin at 0");
    return Done{};
}

Result<std::shared_ptr<const RunResult>> WatchCommand::measure(std::int64_t number) const {
    RunPlan plan = m_plan;
    plan.seed += static_cast<std::uint64_t>(number - 1);
    const auto recorded = recordedModel(plan.machine);
    if (!recorded)
        return recorded.error();
    try {
        Runner runner;
        if (const Result<Done> started = runner.start(plan, recorded.value()); !started)
            return started.error();
        return measureRun(runner);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::Io, "out of memory", ""};
    }
}

void WatchCommand::probe(std::int64_t number) {
    const auto result = measure(number);
    const std::string name = "probe " + std::to_string(number);
    if (result) {
        m_metrics->add(*result.value(), unixTime());
        Lines text;
        text.add(name + ": " + probeSentence(*result.value()));
        (void)printLines(text);
    } else {
        m_metrics->addFailure();
        m_failed = true;
        printMessage(name + " failed: " + result.error().message());
    }
}

bool WatchCommand::write() const {
    Result<ResultFile> file = ResultFile::openForEverybody(m_metricsOptions.file().text());
    if (!file) {
        printMessage(file.error().message());
        return false;
    }
    return file.value().commit([this] { return m_metrics->text(); });
}

/// Waits until the next time of the grid that begins at `begin`; times that have passed are left out. True:
/// go on.
bool WatchCommand::pause(TimePoint begin) const {
    const Nanoseconds since = systemNow() - begin;
    return !awaitStopSignal(m_interval - since % m_interval);
}

int WatchCommand::watch() {
    const TimePoint begin = systemNow();
    bool written = true;
    for (std::int64_t number = 1; m_most == 0 || number <= m_most; ++number) {
        probe(number);
        written = write();
        if (stopSignal() != 0 || (number != m_most && !pause(begin)))
            break;
    }
    if (!written)
        return kFailed;
    if (stopSignal() != 0)
        return kInterrupted;
    return m_failed ? kFailed : kDone;
}

int WatchCommand::run() {
    if (const Result<Done> done = read(); !done)
        return report(done.error());
    if (const auto recorded = recordedModel(m_plan.machine); !recorded)
        return report(recorded.error());
    noteStopSignals();
    // Tells at once, not after the first probe, that a path cannot be written.
    if (const auto file = ResultFile::open(m_metricsOptions.file().text()); !file) {
        printMessage(file.error().message());
        return kFailed;
    }
    // Two watches with one file would each replace what the other has counted.
    const auto lock = FileLock::take(m_metricsOptions.file().text());
    if (!lock)
        return report(Error{lock.error().code, lock.error().what, "give each watch a file of its own"});
    if (const Result<Done> resumed = resume(); !resumed)
        return report(resumed.error());
    return watch();
}

} // namespace

Command addWatchCommand(CLI::App& root) {
    return addCommand<WatchCommand>(root, "watch",
                                    "Measure a short probe now and then, and keep metrics of it in a file");
}

} // namespace jitterscope::cli
