// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/interrupt.h"
#include "app/cli/options/option_set.h"
#include "app/cli/options/plan_options.h"
#include "app/cli/run_summary.h"
#include "core/base/parse.h"
#include "core/platform/file_system.h"
#include "core/platform/system_time.h"
#include "core/report/assertion.h"
#include "core/report/csv.h"
#include "core/report/run_json.h"
#include "core/run/collector.h"
#include "core/run/runner.h"

#include <chrono>
#include <optional>
#include <thread>

namespace jitterscope::cli {
namespace {

class RunCommand {
public:
    explicit RunCommand(CLI::App& app);
    int run();

private:
    Result<Done> readAssertions();
    [[nodiscard]] Result<Done> checkFiles() const;
    void warnOfLength(const RunPlan& plan) const;
    [[nodiscard]] bool writesDataToOutput() const;
    Result<Done> openFiles(const RunPlan& plan);
    void measure(Runner& runner, Collector& collector);
    int finish(const RunResult& result);
    [[nodiscard]] bool commitFiles(const RunResult& result);
    [[nodiscard]] int checkAssertions(const RunResult& result) const;

    OptionSet m_options;
    PlanOptions m_plan;
    TextOption& m_csv;
    TextOption& m_sleepsCsv;
    TextOption& m_json;
    TextOption& m_assert;
    std::vector<Assertion> m_assertions;
    std::unique_ptr<StreamingCsv> m_stream;
    std::optional<AtomicFile> m_jsonFile;
};

constexpr const char* kFileRange = "a path, or - for standard output";

RunCommand::RunCommand(CLI::App& app)
    : m_options(app),
      m_plan(m_options, app),
      m_csv(m_options.add("--csv", "FILE", kFileRange, "Write every frame as CSV while it runs")),
      m_sleepsCsv(
          m_options.add("--sleeps-csv", "FILE", kFileRange, "Write every native sleep as CSV while it runs")),
      m_json(m_options.add("--json", "FILE", kFileRange, "Write the figures of the run as JSON")),
      m_assert(m_options.add("--assert", "EXPR",
                             "QUANTITY.STATISTIC OP VALUE, as 'p99<200us' or 'late.fraction<0.01'",
                             "Exit with 3 unless this holds; may be repeated", true)) {
    app.footer(
        "Quantities of --assert: error (when left out), lateness, frame_time, oversleep with count, mean,\n"
        "stddev, min, p50, p90, p99, p99.9, max; late.count, late.fraction, late.low, late.high;\n"
        "cpu.thread_percent, cpu.process_percent, cpu.machine_percent; context_switches.voluntary and\n"
        ".involuntary; drift_ppm, rate_hz_measured, frames, lost_iterations, lost_samples.\n"
        "Operators: < <= > >=. A statistic that is absent does not hold.");
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

/// Two outputs into one file would spoil each other.
Result<Done> RunCommand::checkFiles() const {
    const std::array<const TextOption*, 3> files{&m_csv, &m_sleepsCsv, &m_json};
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i]->given() && files[i]->text().empty())
            return files[i]->refusal("", "no name");
        for (std::size_t j = 0; j < i; ++j) {
            if (files[i]->given() && files[i]->text() == files[j]->text())
                return files[i]->refusal(files[i]->text(), "the same file as " + files[j]->name);
        }
    }
    return Done{};
}

/// Said before a run that is longer than memory keeps.
void RunCommand::warnOfLength(const RunPlan& plan) const {
    const double seconds = static_cast<double>(plan.duration.count()) / 1e9;
    const double frames = plan.frames > 0 ? static_cast<double>(plan.frames) : seconds * plan.period.hertz();
    if (!m_csv.given() && frames > static_cast<double>(Collector::kKeptFrames))
        printMessage("more than " + std::to_string(Collector::kKeptFrames) +
                     " frames: percentiles will be within 1/128; --csv keeps every frame");
}

bool RunCommand::writesDataToOutput() const {
    return m_csv.text() == "-" || m_sleepsCsv.text() == "-" || m_json.text() == "-";
}

/// Before the run, so that a path that cannot be written costs no measurement.
Result<Done> RunCommand::openFiles(const RunPlan& plan) {
    if (m_csv.given() || m_sleepsCsv.given()) {
        RunResult started;
        started.plan = plan;
        if (!plan.simulated()) {
            started.startedUtc = utcNow();
            started.machine = readFacts();
        }
        auto stream = StreamingCsv::open(started, m_csv.text(), m_sleepsCsv.text());
        if (!stream)
            return stream.error();
        m_stream = std::move(stream).value();
    }
    if (!m_json.given())
        return Done{};
    Result<AtomicFile> file = AtomicFile::open(m_json.text());
    if (!file)
        return file.error();
    m_jsonFile.emplace(std::move(file).value());
    return Done{};
}

/// What a person sees while it runs; nothing where standard error is not a terminal.
class Progress {
public:
    void show(const Collector& collector) {
        const auto now = std::chrono::steady_clock::now();
        if (!m_terminal || now - m_shown < std::chrono::milliseconds(200))
            return;
        m_shown = now;
        const FrameStatistics& statistics = collector.statistics();
        const std::optional<double> median = statistics.lateness().summary().p50;
        printAside(forTerminal("\r\033[K" + std::to_string(statistics.lateness().count()) + " frames, late " +
                               std::to_string(statistics.late()) + ", median lateness " +
                               (median ? humanDuration(*median) : std::string("–"))));
    }
    void clear() const {
        if (m_terminal)
            printAside("\r\033[K");
    }

private:
    bool m_terminal = errorIsTerminal();
    std::chrono::steady_clock::time_point m_shown{};
};

void RunCommand::measure(Runner& runner, Collector& collector) {
    // A virtual run waits for whoever drains it.
    const auto pause =
        runner.plan().simulated() ? std::chrono::milliseconds(1) : std::chrono::milliseconds(33);
    constexpr auto kBetweenFlushes = std::chrono::seconds(1);
    auto flushed = std::chrono::steady_clock::now();
    bool told = false;
    Progress progress;
    while (!runner.finished()) {
        if (interrupted())
            runner.requestStop();
        collector.drain();
        progress.show(collector);
        if (m_stream && std::chrono::steady_clock::now() - flushed > kBetweenFlushes) {
            m_stream->flush();
            flushed = std::chrono::steady_clock::now();
        }
        if (m_stream && m_stream->failed() && !std::exchange(told, true))
            printMessage("the file cannot be written any more; the run goes on");
        std::this_thread::sleep_for(pause);
    }
    progress.clear();
}

bool RunCommand::commitFiles(const RunResult& result) {
    bool good = true;
    const auto note = [&](const Result<Done>& outcome) {
        if (!outcome)
            (void)report(outcome.error());
        good = good && outcome.ok();
    };
    if (m_stream)
        note(m_stream->commit());
    if (m_jsonFile) {
        const Result<Done> written = m_jsonFile->write(runJson(result));
        note(written ? m_jsonFile->commit() : written);
    }
    return good;
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
    return code;
}

int RunCommand::finish(const RunResult& result) {
    const bool written = commitFiles(result);
    const std::string summary = forTerminal(runSummary(result, unicodeWanted()));
    int printed = kDone;
    if (writesDataToOutput())
        printAside(summary);
    else
        printed = printData(summary);
    const int asserted = checkAssertions(result);
    if (interrupted())
        return kInterrupted;
    if (!written || printed != kDone)
        return kFailed;
    return asserted;
}

int RunCommand::run() {
    if (const Result<Done> checked = m_options.check(); !checked)
        return report(checked.error());
    const Result<RunPlan> plan = m_plan.plan();
    if (!plan)
        return report(plan.error());
    for (const Result<Done>& step : {readAssertions(), checkFiles()}) {
        if (!step)
            return report(step.error());
    }
    if (const Result<Done> opened = openFiles(plan.value()); !opened) {
        printMessage(opened.error().message());
        return kFailed;
    }
    warnOfLength(plan.value());
    noteInterrupts();
    Runner runner;
    if (const Result<Done> started = runner.start(plan.value()); !started)
        return report(started.error());
    Collector collector(runner, m_stream.get());
    measure(runner, collector);
    return finish(*collector.finish());
}

} // namespace

Command addRunCommand(CLI::App& root) {
    CLI::App* const app = root.add_subcommand("run", "Run frames at a rate and show how late they start");
    const auto command = std::make_shared<RunCommand>(*app);
    return {app, [command] { return command->run(); }};
}

} // namespace jitterscope::cli
