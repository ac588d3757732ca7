// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/input_files.h"
#include "app/cli/progress.h"
#include "app/cli/report_files.h"
#include "app/cli/result_file.h"
#include "app/options/log_options.h"
#include "app/options/option_set.h"
#include "app/options/plan_options.h"
#include "app/options/readers.h"
#include "core/base/parse.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/verdict.h"
#include "core/document/documents.h"
#include "core/files/machine_file.h"
#include "core/files/result_files.h"
#include "core/import/open_runs.h"
#include "core/platform/process_signals.h"
#include "core/privacy/redactor.h"

namespace jitterscope::cli {
namespace {

class DiagnoseCommand {
public:
    explicit DiagnoseCommand(CLI::App& app);
    int run();

private:
    [[nodiscard]] Result<DiagnosisPlan> plan() const;
    [[nodiscard]] Result<Done> readTarget(const RunPlan& loop, Target& target) const;
    [[nodiscard]] std::vector<NamedFile> files(const DiagnosisPlan& plan) const;
    Result<Done> openFiles();
    int measure(const DiagnosisPlan& plan);
    int judgeFile();
    Result<ComparedRun> readRecorded();
    int finishRecorded(const ComparedRun& run, const Target& target);
    int finish(const Diagnosis& diagnosis);

    OptionSet m_options;
    TextOption& m_job;
    PlanOptions m_plan;
    TextOption& m_allowed;
    TextOption& m_json;
    ReportFiles m_reports;
    TextOption& m_assert;
    TextOption& m_recorded;
    LogOptions m_logs;
    StreamCopies m_streams;
    bool m_quick = false;
    bool m_trials = false;
    bool m_names = false;
    bool m_wide = false;
    bool m_redact = false;
    ResultFile m_jsonFile;
};

DiagnoseCommand::DiagnoseCommand(CLI::App& app)
    : m_options(app),
      m_job(m_options.add("--job", "ID", idRange(jobCatalog()),
                          "What the loop has to be on time for; default game-60")),
      m_plan(m_options, PlanOptions::Use::Diagnosis),
      m_allowed(m_options.add("--allowed", "PERCENT", "above 0, below 100",
                              "Share of late frames that the job own allows; default 1")),
      m_json(m_options.add("--json", "FILE", kFileRange, "Write everything as JSON")),
      m_reports(m_options, {"verdict", "anatomy", "trials"}),
      m_assert(m_options.add("--assert", "fit", "fit", "Exit with 3 for every other verdict")),
      m_recorded(m_options.add("--recorded", "FILE", "a file that compare reads",
                               "Measure nothing: judge this recording, or log of another program")),
      m_logs(m_options) {
    m_options.addFlag("--quick", m_quick, "15 seconds at most, instead of 60");
    m_options.addFlag("--trials", m_trials, "Try the cures as well, 20 seconds each; everything is put back");
    m_options.addFlag("--wide", m_wide,
                      "Print every section: all facts, how it was measured, what each statement rests on");
    m_options.addFlag("--names", m_names, "Name the other programs that used the processors");
    m_options.addRedact(m_redact);
    m_options.setFooter(
        "--rate, --period, --tolerance and --allowed belong to the job own. Given without --job, they choose "
        "that job.\n"
        "Reports leave out user, host, paths and other programs' names unless --names asks for those; "
        "--redact leaves out the command that repeats the diagnosis as well.");
}

Result<Done> DiagnoseCommand::readTarget(const RunPlan& loop, Target& target) const {
    const bool figures =
        m_plan.rate().given() || m_plan.period().given() || m_plan.tolerance().given() || m_allowed.given();
    if (m_job.given()) {
        const auto entry = requireEntry(jobCatalog(), m_job.text(), "job");
        if (!entry)
            return Error{ErrorCode::Usage, "--job: " + entry.error().what, entry.error().hint};
        target = targetOf(m_job.text());
    } else if (figures) {
        target = targetOf("own");
    }
    if (!figures)
        return Done{};
    if (target.job != "own")
        return Error{ErrorCode::Usage,
                     "--rate, --period, --tolerance and --allowed are figures of the job own, not of " +
                         target.job,
                     "leave --job out, or leave them out"};
    if (m_plan.rate().given() || m_plan.period().given())
        target.period = loop.period;
    if (loop.tolerance)
        target.beyond = *loop.tolerance;
    if (m_allowed.given()) {
        const std::optional<double> percent = parseDouble(m_allowed.text());
        if (!percent || *percent <= 0 || *percent >= 100)
            return m_allowed.refusal(m_allowed.text(), "not in its range");
        target.allowed = *percent / 100;
    }
    return Done{};
}

Result<DiagnosisPlan> DiagnoseCommand::plan() const {
    const Result<RunPlan> loop = m_plan.plan();
    if (!loop)
        return loop.error();
    DiagnosisPlan plan = diagnosisPlan("game-60");
    if (const Result<Done> read = readTarget(loop.value(), plan.target); !read)
        return read.error();
    plan.loop = loop.value();
    plan.quick = m_quick;
    applyTarget(plan);
    if (m_assert.given() && m_assert.text() != "fit")
        return m_assert.refusal(m_assert.text(), "not a verdict");
    if (const Result<Done> checked = checkDiagnosis(plan); !checked)
        return checked.error();
    return plan;
}

std::vector<NamedFile> DiagnoseCommand::files(const DiagnosisPlan& plan) const {
    std::vector<NamedFile> files{{"--machine", plan.loop.machine.file, NamedFile::Use::Input},
                                 {"--json", m_json.text()}};
    m_reports.addTo(files);
    return files;
}

Result<Done> DiagnoseCommand::openFiles() {
    Result<ResultFile> opened = ResultFile::open(m_json.text());
    if (!opened)
        return opened.error();
    m_jsonFile = std::move(opened).value();
    return m_reports.open();
}

/// Makes every possible trial, one after the other. After an interrupt, the trials that were measured stay.
Result<Done> tryAll(Diagnosis& diagnosis) {
    for (const Cure* entry : curesHere(diagnosis.machine.system)) {
        if (stopSignal() != 0)
            break;
        std::optional<TrialOutcome> outcome;
        const TrialPlan plan = trialPlan(diagnosis, entry->id);
        if (const Result<Done> ran =
                runWatched([&](JobControl& control) { outcome = runTrial(plan, control); });
            !ran)
            return ran;
        if (outcome)
            addTrial(diagnosis, std::move(*outcome));
    }
    return Done{};
}

int DiagnoseCommand::finish(const Diagnosis& diagnosis) {
    Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    privacy.programs = m_names;
    const Document told = diagnosisDocument(diagnosis, privacy);
    const bool written = allWritten({m_jsonFile.commit([&] { return diagnosisJson(diagnosis, privacy); }),
                                     m_reports.commit([&] { return told; })});
    const int printed =
        printBeside(files(diagnosis.plan), terminalLines(told, {.unicode = unicodeWanted(), .wide = m_wide}));
    if (!written || printed != kDone)
        return kFailed;
    if (stopSignal() != 0)
        return kInterrupted;
    if (!m_assert.given() || diagnosis.verdict.fitness == Fitness::Fit)
        return kDone;
    printMessage("--assert fit does not hold: " + std::string(fitnessId(diagnosis.verdict.fitness)));
    return kAssertion;
}

int DiagnoseCommand::measure(const DiagnosisPlan& plan) {
    Result<std::optional<Diagnosis>> measured = std::optional<Diagnosis>();
    const Result<Done> ran = runWatched([&](JobControl& control) { measured = runDiagnosis(plan, control); });
    if (!ran)
        return report(ran.error());
    if (!measured)
        return report(measured.error());
    if (!measured.value()) {
        printMessage("interrupted before there was anything to conclude from");
        return kInterrupted;
    }
    Diagnosis& diagnosis = *measured.value();
    if (m_trials) {
        if (const Result<Done> tried = tryAll(diagnosis); !tried)
            return report(tried.error());
    }
    return finish(diagnosis);
}

Result<ComparedRun> DiagnoseCommand::readRecorded() {
    const Result<ImportOptions> import = m_logs.read();
    if (!import)
        return import.error();
    const RunChoice choice = runChoice(m_recorded.text());
    if (Result<Done> taken = m_streams.take(choice.path); !taken)
        return taken.error();
    ProgressLine line;
    Result<std::vector<ComparedRun>> runs =
        openRuns(choice.path, import.value(), nullptr, [&](std::uint64_t bytes) {
            line.show([&] { return "reading: " + std::to_string(bytes >> 20U) + " MiB"; });
        });
    if (!runs)
        return runs.error();
    std::vector<ComparedRun> parts;
    return chosenRun(choice, std::move(runs).value(), parts);
}

int DiagnoseCommand::finishRecorded(const ComparedRun& run, const Target& target) {
    const Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    const Document told = recordedDocument(run, target, privacy);
    const bool written = allWritten({m_jsonFile.commit([&] { return recordedJson(run, target, privacy); }),
                                     m_reports.commit([&] { return told; })});
    std::vector<NamedFile> named{{"--json", m_json.text()}};
    m_reports.addTo(named);
    const int printed = printBeside(named, terminalLines(told, {.unicode = unicodeWanted(), .wide = m_wide}));
    if (!written || printed != kDone)
        return kFailed;
    const RecordedVerdict verdict = judgeRecorded(run, target);
    if (!m_assert.given() || (verdict.known() && verdict.fitness == Fitness::Fit))
        return kDone;
    printMessage("--assert fit does not hold: " + std::string(verdict.id()));
    return kAssertion;
}

/// Judges what was recorded, without measuring.
int DiagnoseCommand::judgeFile() {
    releaseStopSignals();
    const Result<Done> only =
        m_options.checkOnly({"--recorded", "--job", "--rate", "--period", "--tolerance", "--allowed",
                             "--json", "--markdown", "--html", "--assert", "--format", "--process",
                             "--column", "--unit", "--quantity", "--runs", "--from", "--to"},
                            "--recorded measures nothing, and has no figures to draw");
    if (!only)
        return report(only.error());
    if (m_quick || m_trials || m_names)
        return report(
            Error{ErrorCode::Usage,
                  "--quick, --trials and --names are about measuring, and --recorded measures nothing",
                  "leave them out"});
    const Result<DiagnosisPlan> chosen = plan();
    if (!chosen)
        return report(chosen.error());
    std::vector<NamedFile> named{{"--json", m_json.text()},
                                 {"--recorded", runChoice(m_recorded.text()).path, NamedFile::Use::Input}};
    m_reports.addTo(named);
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    if (const Result<Done> opened = openFiles(); !opened)
        return report(opened.error());
    const Result<ComparedRun> run = readRecorded();
    if (!run)
        return report(run.error());
    for (const std::string& warning : run.value().warnings)
        printMessage("warning: " + warning);
    return finishRecorded(run.value(), chosen.value().target);
}

int DiagnoseCommand::run() {
    if (const Result<Done> checked = m_options.check(); !checked)
        return report(checked.error());
    if (m_recorded.given())
        return judgeFile();
    if (const Result<Done> none = m_logs.checkNone("--recorded"); !none)
        return report(none.error());
    if (m_names && m_redact)
        return report(Error{ErrorCode::Usage, "--names asks for what --redact leaves out", "leave one out"});
    for (const Result<Done>& named : {checkFileName(m_json), m_reports.check()}) {
        if (!named)
            return report(named.error());
    }
    Result<DiagnosisPlan> chosen = plan();
    if (!chosen)
        return report(chosen.error());
    if (const Result<Done> separate = checkSeparate(files(chosen.value())); !separate)
        return report(separate.error());
    const auto recorded = recordedModel(chosen.value().loop.machine);
    if (!recorded)
        return report(recorded.error());
    chosen.value().model = recorded.value();
    noteStopSignals();
    if (const std::string limits = diagnosisLimits(chosen.value()); !limits.empty())
        printMessage(limits);
    if (const Result<Done> opened = openFiles(); !opened)
        return report(opened.error());
    return measure(chosen.value());
}

} // namespace

Command addDiagnoseCommand(CLI::App& root) {
    return addCommand<DiagnoseCommand>(root, "diagnose",
                                       "Say whether this machine is fit for a job, why not, and what helps");
}

} // namespace jitterscope::cli
