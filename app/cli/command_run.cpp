// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/progress.h"
#include "app/cli/report_files.h"
#include "app/cli/result_file.h"
#include "app/options/metrics_options.h"
#include "app/options/option_set.h"
#include "app/options/plan_options.h"
#include "app/options/readers.h"
#include "core/document/documents.h"
#include "core/figure/figures.h"
#include "core/files/csv_format.h"
#include "core/files/machine_file.h"
#include "core/files/result_files.h"
#include "core/files/streaming_csv.h"
#include "core/platform/process_signals.h"
#include "core/platform/system_time.h"
#include "core/run/assertion.h"
#include "core/run/collector.h"
#include "core/run/run_result.h"
#include "core/run/runner.h"

#include <algorithm>
#include <new>

namespace jitterscope::cli {
namespace {

class RunCommand {
public:
    explicit RunCommand(CLI::App& app);
    int run();

private:
    Result<Done> readAssertions();
    [[nodiscard]] std::vector<NamedFile> files(const RunPlan& plan) const;
    [[nodiscard]] Result<Done> checkFiles(const RunPlan& plan) const;
    void warnOfLength(const RunPlan& plan) const;
    Result<Done> openFiles(const RunPlan& plan);
    int measureAndFinish(Runner& runner);
    int finish(const RunResult& result);
    [[nodiscard]] bool commitRecording(const StreamingCsv::Ending& ending);
    [[nodiscard]] int checkAssertions(const RunResult& result) const;

    OptionSet m_options;
    PlanOptions m_plan;
    TextOption& m_csv;
    TextOption& m_sleepsCsv;
    TextOption& m_json;
    ReportFiles m_reports;
    MetricsOptions m_metrics;
    TextOption& m_assert;
    std::vector<Assertion> m_assertions;
    std::vector<MetricLabel> m_labels;
    std::unique_ptr<StreamingCsv> m_stream;
    ResultFile m_jsonFile;
    ResultFile m_metricsFile;
    bool m_redact = false;
    Privacy m_privacy;
};

RunCommand::RunCommand(CLI::App& app)
    : m_options(app),
      m_plan(m_options),
      m_csv(m_options.add("--csv", "FILE", kFileRange, "Write every frame as CSV while it runs")),
      m_sleepsCsv(
          m_options.add("--sleeps-csv", "FILE", kFileRange, "Write every native sleep as CSV while it runs")),
      m_json(m_options.add("--json", "FILE", kFileRange, "Write the figures of the run as JSON")),
      m_reports(m_options, {kRunFigures.begin(), kRunFigures.end()}),
      m_metrics(m_options, kFileRange, "Write lateness and CPU as metrics for Prometheus"),
      m_assert(m_options.add("--assert", "EXPR",
                             "QUANTITY.STATISTIC OP VALUE, as 'p99<200us' or 'late.fraction<0.01'",
                             "Exit with 3 unless this holds; may be repeated", true)) {
    m_options.addRedact(m_redact);
    m_options.setFooter(
        "Quantities of --assert: error (when left out), lateness, frame_time, oversleep with count, mean, "
        "stddev, min, p50, p90, p99, p99.9, max; late.count, late.fraction, late.low, late.high; "
        "cpu.thread_percent, cpu.process_percent, cpu.machine_percent; context_switches.voluntary and "
        ".involuntary; drift_ppm, rate_hz_measured, frames, lost_iterations, lost_samples, stopped.\n"
        "Operators: < <= > >=. A statistic that is absent does not hold. 'stopped' counts the frames that "
        "are left out because the process was stopped before them: if there are any, an --assert holds only "
        "where one of them allows for it.\n"
        "A CSV is FILE.partial until the run ends. The first SIGINT, SIGTERM, SIGHUP or SIGQUIT ends the "
        "run, and what was measured is written.");
}

Result<Done> RunCommand::readAssertions() {
    for (const std::string& text : m_assert.texts) {
        Result<Assertion> assertion = Assertion::parse(text);
        if (!assertion)
            return Error{ErrorCode::Usage, "--assert " + assertion.error().what, "takes " + m_assert.takes};
        m_assertions.push_back(std::move(assertion).value());
    }
    return Done{};
}

std::vector<NamedFile> RunCommand::files(const RunPlan& plan) const {
    std::vector<NamedFile> named{{"--machine", plan.machine.file, NamedFile::Use::Input},
                                 {"--csv", m_csv.text(), NamedFile::Use::Recording},
                                 {"--sleeps-csv", m_sleepsCsv.text(), NamedFile::Use::Recording},
                                 {"--json", m_json.text()},
                                 {"--openmetrics", m_metrics.file().text()}};
    m_reports.addTo(named);
    return named;
}

/// Two outputs to one file would spoil each other, and so would an output to the input.
Result<Done> RunCommand::checkFiles(const RunPlan& plan) const {
    for (const TextOption* file :
         std::initializer_list<const TextOption*>{&m_csv, &m_sleepsCsv, &m_json, &m_metrics.file()}) {
        if (auto named = checkFileName(*file); !named)
            return named;
    }
    if (Result<Done> named = m_reports.check(); !named)
        return named;
    return checkSeparate(files(plan));
}

/// Warns before a run that has more frames than memory keeps.
void RunCommand::warnOfLength(const RunPlan& plan) const {
    const double seconds = static_cast<double>(plan.duration.count()) / 1e9;
    const double frames = plan.frames > 0 ? static_cast<double>(plan.frames) : seconds * plan.period.hertz();
    if (!m_csv.given() && frames > static_cast<double>(Collector::kKeptFrames))
        printMessage("more than " + std::to_string(Collector::kKeptFrames) +
                     " frames: percentiles will be within 1/128; --csv keeps every frame");
}

/// Opens the files before the run, so that a path that cannot be written costs no measurement.
Result<Done> RunCommand::openFiles(const RunPlan& plan) {
    if (m_csv.given() || m_sleepsCsv.given()) {
        RunResult started;
        started.plan = plan;
        if (!plan.simulated()) {
            started.startedUtc = utcNow();
            started.facts = readFacts();
        }
        auto stream = StreamingCsv::open(started, m_csv.text(), m_sleepsCsv.text(), m_privacy);
        if (!stream)
            return stream.error();
        m_stream = std::move(stream).value();
    }
    Result<ResultFile> json = ResultFile::open(m_json.text());
    if (!json)
        return json.error();
    m_jsonFile = std::move(json).value();
    Result<ResultFile> metrics = ResultFile::openForEverybody(m_metrics.file().text());
    if (!metrics)
        return metrics.error();
    m_metricsFile = std::move(metrics).value();
    return m_reports.open();
}

bool RunCommand::commitRecording(const StreamingCsv::Ending& ending) {
    if (!m_stream)
        return true;
    const std::vector<Error> errors = m_stream->commit(ending);
    m_stream.reset(); // whatever fails later: it has its name
    for (const Error& error : errors)
        (void)report(error);
    return errors.empty();
}

int RunCommand::checkAssertions(const RunResult& result) const {
    int code = kDone;
    for (const Assertion& assertion : m_assertions) {
        const Assertion::Outcome outcome = assertion.check(result);
        if (outcome.holds)
            continue;
        printMessage(outcome.text);
        code = kAssertion;
    }
    const bool asked = std::ranges::any_of(m_assertions, &Assertion::asksForStops);
    if (!m_assertions.empty() && !asked && result.metrics.stoppedFrames > 0) {
        printMessage("no --assert holds: the process was stopped, and " +
                     std::to_string(result.metrics.stoppedFrames) +
                     " frames are left out; --assert 'stopped<N' says how many may be");
        code = kAssertion;
    }
    return code;
}

int RunCommand::finish(const RunResult& result) {
    // The recording comes first: then what was measured is on the disk, whatever else fails. If one output
    // fails, the others are still written.
    const bool recorded =
        commitRecording({result.lostSamples - result.lostSleeps, result.lostSleeps, result.whole(),
                         csv::usageBlock(result.stretches), csv::usageBlock(result)});
    const bool measured = m_metricsFile.commit([&] {
        ProbeMetrics metrics(result.plan, m_labels);
        metrics.add(result, unixTime());
        return metrics.text();
    });
    const Document told = runDocument(result, m_privacy);
    const bool written = allWritten({m_jsonFile.commit([&] { return runJson(result, m_privacy); }),
                                     m_reports.commit([&] { return told; }), measured, recorded});
    const int printed = printBeside(files(result.plan), terminalLines(told, {.unicode = unicodeWanted()}));
    const int asserted = checkAssertions(result);
    if (!written || printed != kDone)
        return kFailed;
    return stopSignal() != 0 ? kInterrupted : asserted;
}

/// If memory runs out during the run, what has been recorded is kept.
int RunCommand::measureAndFinish(Runner& runner) {
    try {
        return finish(*measureRun(runner, m_stream.get()));
    } catch (const std::bad_alloc&) {
        runner.stop();
        (void)commitRecording({runner.frames().lost(), runner.sleeps().lost(), false});
        throw;
    }
}

int RunCommand::run() {
    if (const Result<Done> checked = m_options.check(); !checked)
        return report(checked.error());
    const Result<RunPlan> plan = m_plan.plan();
    if (!plan)
        return report(plan.error());
    for (const Result<Done>& step :
         {readAssertions(), m_metrics.readLabels(m_labels), checkFiles(plan.value())}) {
        if (!step)
            return report(step.error());
    }
    const auto recorded = recordedModel(plan.value().machine);
    if (!recorded)
        return report(recorded.error());
    if (m_redact)
        m_privacy = redactedPrivacy();
    noteStopSignals(); // from here on there are files to complete
    if (const Result<Done> opened = openFiles(plan.value()); !opened) {
        printMessage(opened.error().message());
        return kFailed;
    }
    warnOfLength(plan.value());
    Runner runner;
    if (const Result<Done> started = runner.start(plan.value(), recorded.value()); !started)
        return report(started.error());
    return measureAndFinish(runner);
}

} // namespace

Command addRunCommand(CLI::App& root) {
    return addCommand<RunCommand>(root, "run", "Run frames at a rate and show how late they start");
}

} // namespace jitterscope::cli
