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
#include "core/base/catalog.h"
#include "core/diagnosis/target.h"
#include "core/document/documents.h"
#include "core/files/own_runs.h"
#include "core/files/read_csv.h"
#include "core/import/log_catalog.h"
#include "core/import/log_json.h"
#include "core/import/open_runs.h"
#include "core/platform/process_signals.h"

#include <memory>
#include <utility>

namespace jitterscope::cli {
namespace {

class SummarizeCommand {
public:
    explicit SummarizeCommand(CLI::App& app)
        : m_options(app),
          m_json(m_options.add("--json", "FILE", kFileRange, "Write the figures of all files as JSON")),
          m_reports(m_options, {"quantiles", "own-quantiles"}),
          m_logs(m_options),
          m_beyond(m_options.add("--beyond", "TIME", "0ns … 1000s",
                                 "Also the share of a log's values above this time")),
          m_job(m_options.add("--job", "ID", idRange(jobCatalog()),
                              "Whether the lateness of logs is fit for this job")) {
        m_options.addFlag("--wide", m_wide, "Print whole tables, and what logs say of themselves");
        m_options.addRedact(m_redact);
        m_options.addPositional("FILE", m_files,
                                "Samples CSV files, as run --csv writes them, and logs of other programs "
                                "(list formats); a folder: all files in it; -: standard input");
    }

    int run();

private:
    Result<Done> readOptions();
    Result<Done> findFiles();
    Result<ReadFile> read(const std::string& path) const;

    OptionSet m_options;
    TextOption& m_json;
    ReportFiles m_reports;
    LogOptions m_logs;
    TextOption& m_beyond;
    TextOption& m_job;
    std::vector<std::string> m_files;
    StreamCopies m_streams;
    ImportOptions m_import;
    std::optional<Nanoseconds> m_limit;
    bool m_redact = false;
    bool m_wide = false;
};

Result<Done> SummarizeCommand::readOptions() {
    if (Result<Done> checked = m_options.check(); !checked)
        return checked;
    for (const Result<Done>& named : {checkFileName(m_json), m_reports.check()}) {
        if (!named)
            return named;
    }
    Result<ImportOptions> import = m_logs.read();
    if (!import)
        return import.error();
    m_import = std::move(import).value();
    if (Result<Done> limit = readTime(m_beyond, Nanoseconds{0}, std::chrono::seconds{1000}, m_limit); !limit)
        return limit;
    if (m_job.given()) {
        const auto job = requireEntry(jobCatalog(), m_job.text(), "job");
        if (!job)
            return job.error();
        if (job.value()->id == "own")
            return m_job.refusal(m_job.text(), "its tolerance is not known; --beyond gives a share");
    }
    if (m_files.empty())
        return Error{ErrorCode::Usage,
                     "summarize takes FILE...: one or more CSV files of run --csv, or logs of other programs",
                     ""};
    return Done{};
}

/// Replaces a folder by the files in it. Copies what comes through a pipe, so that it can be read twice.
Result<Done> SummarizeCommand::findFiles() {
    std::vector<std::string> files;
    for (const std::string& path : m_files) {
        if (!isFolder(path)) {
            if (Result<Done> taken = m_streams.take(path); !taken)
                return taken;
            files.push_back(path);
            continue;
        }
        const Result<FolderFiles> found = filesOfFolder(path);
        if (!found)
            return found.error();
        for (const std::string& left : found.value().leftOut)
            printMessage("warning: " + left);
        files.insert(files.end(), found.value().files.begin(), found.value().files.end());
    }
    m_files = std::move(files);
    return Done{};
}

Result<ReadFile> SummarizeCommand::read(const std::string& path) const {
    const Result<std::string> head = readHead(path);
    if (!head)
        return head.error();
    if (!isOwnFile(head.value())) {
        ProgressLine line;
        Result<ImportedLog> log = readLog(path, m_import, nullptr, [&](std::uint64_t bytes) {
            line.show([&] { return "reading: " + std::to_string(bytes >> 20) + " MiB"; });
        });
        if (!log)
            return log.error();
        addGameFigures(log.value());
        if (m_job.given())
            judgeLog(log.value(), targetOf(m_job.text()));
        return ReadFile(std::move(log).value());
    }
    const Result<std::unique_ptr<StandIn>> unpacked = unpackedStandIn(path);
    if (!unpacked)
        return unpacked.error();
    Result<RecordedRun> run = readSamplesCsv(path);
    if (!run)
        return run.error();
    if (Result<Done> part = keepPart(run.value(), m_import.range); !part)
        return part.error();
    run.value().frames.clear(); // the figures are enough
    return ReadFile(std::move(run).value());
}

int SummarizeCommand::run() {
    releaseStopSignals();
    if (const Result<Done> options = readOptions(); !options)
        return report(options.error());
    std::vector<NamedFile> named{{"--json", m_json.text()}};
    m_reports.addTo(named);
    for (const std::string& path : m_files) {
        if (path != "-") // as an input it is another stream than as an output
            named.push_back({"FILE", path, NamedFile::Use::Input});
    }
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    Result<ResultFile> json = ResultFile::open(m_json.text());
    if (!json)
        return report(json.error());
    if (const Result<Done> opened = m_reports.open(); !opened)
        return report(opened.error());
    if (const Result<Done> found = findFiles(); !found)
        return report(found.error());
    std::vector<ReadFile> files;
    for (const std::string& path : m_files) {
        Result<ReadFile> file = read(path);
        if (!file)
            return report(file.error());
        for (const std::string& warning :
             std::visit([](const auto& any) -> const std::vector<std::string>& { return any.warnings; },
                        file.value()))
            printMessage("warning: " + warning);
        files.push_back(std::move(file).value());
    }
    const Privacy privacy = m_redact ? redactedPrivacy() : Privacy{};
    const Document told = summaryDocument(files, m_limit, privacy);
    const bool written =
        allWritten({json.value().commit([&] { return filesJson(files, m_limit, privacy, m_job.text()); }),
                    m_reports.commit([&] { return told; })});
    const int printed = printBeside(named, terminalLines(told, {.unicode = unicodeWanted(), .wide = m_wide}));
    return written ? printed : kFailed;
}

} // namespace

Command addSummarizeCommand(CLI::App& root) {
    return addCommand<SummarizeCommand>(
        root, "summarize", "Statistics of recorded files and of other programs' logs, side by side");
}

} // namespace jitterscope::cli
