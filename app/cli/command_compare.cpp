// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/input_files.h"
#include "app/cli/progress.h"
#include "app/cli/report_files.h"
#include "app/cli/result_file.h"
#include "app/options/log_options.h"
#include "app/options/option_set.h"
#include "app/options/readers.h"
#include "core/base/parse.h"
#include "core/compare/bound.h"
#include "core/compare/compared_run.h"
#include "core/compare/comparison_report.h"
#include "core/diagnosis/target.h"
#include "core/document/documents.h"
#include "core/files/result_files.h"
#include "core/import/open_runs.h"
#include "core/platform/file_system.h"
#include "core/platform/process_signals.h"
#include "core/privacy/redactor.h"

#include <cmath>
#include <tuple>
#include <utility>

namespace jitterscope::cli {
namespace {

class CompareCommand {
public:
    explicit CompareCommand(CLI::App& app)
        : m_options(app),
          m_json(m_options.add("--json", "FILE", kFileRange, "Write the comparison as JSON")),
          m_csv(m_options.add("--csv", "FILE", kFileRange, "Write the figures and their differences as CSV")),
          m_reports(m_options, {"histograms", "quantiles", "over-time", "lateness-over-time"}),
          m_assert(m_options.add("--assert", "BOUND",
                                 "FIGURE OP BOUND, as p99<=A*1.05 or late.fraction<A+0.01",
                                 "Exit with 3 where the whole interval lies beyond this", true)),
          m_tolerance(m_options.add("--tolerance", "TIME", "0ns … 1000s",
                                    "Frames later than this are late, in both; default: as each run says")),
          m_job(m_options.add("--job", "ID", idRange(jobCatalog()),
                              "Late by the tolerance of this job, in both")),
          m_beyond(m_options.add("--beyond", "TIME", "0ns … 1000s",
                                 "Also the share of frames that take longer; default: 1.1 periods of A")),
          m_repeats(m_options.add("--repeats", "PERCENT", "0 … 100",
                                  "Frame times of two single captures that differ by no more are about the "
                                  "same; default 3")),
          m_seed(m_options.add("--seed", "N", "0 … 2^63-1",
                               "Seed of the resamples; the same seed gives the same intervals")),
          m_logs(m_options) {
        m_options.addRedact(m_redact);
        m_options.addFlag("--wide", m_wide,
                          "Print every section: the two runs, their machines, how to repeat it");
        m_options.addPositional(
            "A B", m_files,
            "Two recorded runs: samples, JSON and other files of jitterscope, or other programs' logs "
            "(list formats); a folder is one run of its recordings. FILE#2 is the second run of a file; "
            "one file alone: its two");
    }

    int run();

private:
    Result<Done> readOptions();
    [[nodiscard]] std::vector<NamedFile> named() const;
    Result<std::vector<ComparedRun>> open(const std::string& path) const;
    Result<Done> openResults();
    Result<Done> openBoth();
    Result<ComparedRun> choose(const RunChoice& choice, std::vector<ComparedRun>& parts) const;
    Result<Done> chooseTwo(std::vector<ComparedRun> runs);
    [[nodiscard]] std::vector<EachPair> compareEach() const;
    int finish(const ComparisonReport& report);
    int checkBounds() const;

    OptionSet m_options;
    TextOption& m_json;
    TextOption& m_csv;
    ReportFiles m_reports;
    TextOption& m_assert;
    TextOption& m_tolerance;
    TextOption& m_job;
    TextOption& m_beyond;
    TextOption& m_repeats;
    TextOption& m_seed;
    LogOptions m_logs;
    std::vector<std::string> m_files;
    StreamCopies m_streams;
    ImportOptions m_import;
    CompareOptions m_compare;
    std::vector<Bound> m_bounds;
    ResultFile m_jsonFile;
    ResultFile m_csvFile;
    ComparedRun m_a;
    ComparedRun m_b;
    std::vector<ComparedRun> m_partsA; // threads or processors, if m_a is all of them as one
    std::vector<ComparedRun> m_partsB;
    bool m_redact = false;
    bool m_wide = false;
};

Result<Done> CompareCommand::readOptions() {
    if (Result<Done> checked = m_options.check(); !checked)
        return checked;
    for (const Result<Done>& name : {checkFileName(m_json), checkFileName(m_csv), m_reports.check()}) {
        if (!name)
            return name;
    }
    Result<ImportOptions> import = m_logs.read();
    if (!import)
        return import.error();
    m_import = std::move(import).value();
    constexpr std::chrono::seconds kLongest{1000};
    if (Result<Done> time = readTime(m_tolerance, Nanoseconds{0}, kLongest, m_compare.tolerance); !time)
        return time;
    if (m_job.given()) {
        const auto job = requireEntry(jobCatalog(), m_job.text(), "job");
        if (!job)
            return job.error();
        if (m_tolerance.given() || job.value()->id == "own")
            return m_job.refusal(m_job.text(), m_tolerance.given() ? "given beside --tolerance"
                                                                   : "its tolerance is --tolerance");
        m_compare.tolerance = Nanoseconds{std::llround(job.value()->beyond)};
    }
    if (m_repeats.given()) {
        const std::optional<double> percent = parseDouble(m_repeats.text());
        if (!percent || !(*percent >= 0 && *percent <= 100))
            return m_repeats.refusal(m_repeats.text(), "not a share in its range");
        m_compare.repeats = *percent / 100;
    }
    if (Result<Done> time = readTime(m_beyond, Nanoseconds{0}, kLongest, m_compare.limit); !time)
        return time;
    if (m_seed.given()) {
        const std::optional<std::int64_t> seed = parseInteger(m_seed.text());
        if (!seed || *seed < 0)
            return m_seed.refusal(m_seed.text(), "out of range");
        m_compare.seed = static_cast<std::uint64_t>(*seed);
    }
    for (const std::string& text : m_assert.texts) {
        Result<Bound> bound = Bound::parse(text);
        if (!bound)
            return Error{ErrorCode::Usage, "--assert " + bound.error().what, bound.error().hint};
        m_bounds.push_back(std::move(bound).value());
    }
    if (m_files.empty() || m_files.size() > 2)
        return Error{ErrorCode::Usage, "compare takes A B: two files, or one that holds two runs", ""};
    return Done{};
}

std::vector<NamedFile> CompareCommand::named() const {
    std::vector<NamedFile> files{{"--json", m_json.text()}, {"--csv", m_csv.text()}};
    m_reports.addTo(files);
    std::string last;
    for (const std::string& file : m_files) {
        if (const std::string path = runChoice(file).path; path != last && path != "-") {
            files.push_back({"A B", path, NamedFile::Use::Input});
            last = path;
        }
    }
    return files;
}

Result<std::vector<ComparedRun>> CompareCommand::open(const std::string& path) const {
    ProgressLine line;
    return openRuns(path, m_import, nullptr, [&](std::uint64_t bytes) {
        line.show([&] { return "reading: " + std::to_string(bytes >> 20U) + " MiB"; });
    });
}

Result<ComparedRun> CompareCommand::choose(const RunChoice& choice, std::vector<ComparedRun>& parts) const {
    Result<std::vector<ComparedRun>> runs = open(choice.path);
    if (!runs)
        return runs.error();
    return chosenRun(choice, std::move(runs).value(), parts);
}

/// The two runs of one file, or the two recordings in it.
Result<Done> CompareCommand::chooseTwo(std::vector<ComparedRun> runs) {
    if (const auto recordings = histogramsOf(runs); recordings.size() == 2 && runs.size() > 2) {
        m_partsA = recordings[0];
        m_partsB = recordings[1];
        for (const auto& [parts, into] : {std::pair{&m_partsA, &m_a}, std::pair{&m_partsB, &m_b}}) {
            Result<ComparedRun> run = allAsOne(*parts);
            if (!run)
                return run.error();
            *into = std::move(run).value();
        }
        return Done{};
    }
    if (runs.size() != 2)
        return Error{ErrorCode::Usage,
                     pathText(m_files.front()) + " holds " + std::to_string(runs.size()) +
                         " runs: choose two, as FILE#1 FILE#2",
                     runsToChoose(runs)};
    m_a = std::move(runs[0]);
    m_b = std::move(runs[1]);
    return Done{};
}

/// Each thread by itself, if both sides have as many.
std::vector<EachPair> CompareCommand::compareEach() const {
    constexpr std::size_t kMost = 256;
    std::vector<EachPair> pairs;
    const std::size_t count = m_partsA.size();
    if (count < 2 || count != m_partsB.size() || count > kMost)
        return pairs;
    for (std::size_t i = 0; i < count; ++i) {
        const Comparison comparison = compareRuns(m_partsA[i], m_partsB[i], m_compare);
        const std::string& name = m_partsA[i].name;
        const std::size_t dot = name.rfind(" · ");
        pairs.push_back({dot == std::string::npos ? name : name.substr(dot + std::string_view(" · ").size()),
                         comparison.verdict, comparison.sentence});
    }
    return pairs;
}

Result<Done> CompareCommand::openBoth() {
    for (const std::string& file : m_files) {
        if (Result<Done> taken = m_streams.take(runChoice(file).path); !taken)
            return taken;
    }
    if (m_files.size() == 1) {
        Result<std::vector<ComparedRun>> runs = open(m_files.front());
        if (!runs)
            return runs.error();
        return chooseTwo(std::move(runs).value());
    }
    for (const auto& [file, into, parts] :
         {std::tuple{&m_files[0], &m_a, &m_partsA}, std::tuple{&m_files[1], &m_b, &m_partsB}}) {
        Result<ComparedRun> run = choose(runChoice(*file), *parts);
        if (!run)
            return run.error();
        *into = std::move(run).value();
    }
    return Done{};
}

Result<Done> CompareCommand::openResults() {
    for (const auto& [option, file] : {std::pair(&m_json, &m_jsonFile), std::pair(&m_csv, &m_csvFile)}) {
        Result<ResultFile> opened = ResultFile::open(option->text());
        if (!opened)
            return opened.error();
        *file = std::move(opened).value();
    }
    return m_reports.open();
}

int CompareCommand::checkBounds() const {
    int broken = 0;
    for (const Bound& bound : m_bounds) {
        const Bound::Outcome outcome = bound.check(m_a, m_b, m_compare);
        printMessage((outcome.holds ? "--assert holds: " : "--assert does not hold: ") + outcome.text);
        broken += outcome.holds ? 0 : 1;
    }
    return broken > 0 ? kAssertion : kDone;
}

int CompareCommand::finish(const ComparisonReport& report) {
    const Document told = comparisonDocument(report);
    const bool written = allWritten({m_jsonFile.commit([&] { return comparisonJson(report); }),
                                     m_csvFile.commit([&] { return comparisonCsv(report); }),
                                     m_reports.commit([&] { return told; })});
    const int printed =
        printBeside(named(), terminalLines(told, {.unicode = unicodeWanted(), .wide = m_wide}));
    if (!written || printed != kDone)
        return kFailed;
    return checkBounds();
}

int CompareCommand::run() {
    releaseStopSignals();
    if (const Result<Done> options = readOptions(); !options)
        return report(options.error());
    if (const Result<Done> separate = checkSeparate(named()); !separate)
        return report(separate.error());
    if (const Result<Done> opened = openResults(); !opened)
        return report(opened.error());
    if (const Result<Done> opened = openBoth(); !opened)
        return report(opened.error());
    for (const ComparedRun* const side : {&m_a, &m_b}) {
        for (const std::string& warning : side->warnings)
            printMessage("warning: " + side->name + ": " + warning);
    }
    const Comparison comparison = compareRuns(m_a, m_b, m_compare);
    std::optional<ComparisonCurves> curves;
    const std::optional<RunQuantity> quantity = shownQuantity(m_a, m_b);
    if (m_reports.wantPictures() && quantity)
        curves = comparisonCurves(m_a, m_b, *quantity);
    const ComparisonReport whole{m_a,       m_b, comparison, curves ? &*curves : nullptr,
                                 m_compare, {},  false,      compareEach()};
    return finish(RedactedComparison(whole, m_redact ? redactedPrivacy() : Privacy{}).report());
}

} // namespace

Command addCompareCommand(CLI::App& root) {
    return addCommand<CompareCommand>(
        root, "compare", "Say whether run B is better than run A, by how much, and how sure that is");
}

} // namespace jitterscope::cli
