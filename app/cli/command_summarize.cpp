// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/input_files.h"
#include "app/cli/log_summary.h"
#include "app/cli/options/log_options.h"
#include "app/cli/options/option_set.h"
#include "app/cli/options/readers.h"
#include "app/cli/progress_line.h"
#include "app/cli/result_file.h"
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/diagnosis/job_catalog.h"
#include "core/document/measurements.h"
#include "core/document/text_lines.h"
#include "core/files/own_runs.h"
#include "core/files/read_csv.h"
#include "core/import/log_catalog.h"
#include "core/import/log_json.h"
#include "core/import/open_runs.h"
#include "core/platform/process_signals.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace jitterscope::cli {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// A column: one stretch of one file.
struct Part {
    const RecordedRun* run = nullptr;
    const RecordedStretch* stretch = nullptr;
};

std::string settingText(const Part& part, std::string_view key) {
    const std::string text = part.stretch->setting(key);
    return text.empty() ? "–" : text;
}

/// `precise-sleep x 1`: the strategy with the parameter that people change most.
std::string strategyText(const Part& part) {
    const std::string x = part.stretch->setting("strategy.x");
    return settingText(part, "strategy") + (x.empty() ? "" : " x " + x);
}

template <typename Cell>
void addRow(Rows& rows, const std::string& name, const std::vector<Part>& parts, Cell cell) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(name);
    for (const Part& part : parts)
        row.push_back(cell(part));
}

void addQuantity(Rows& rows, const std::string& name, const std::vector<Part>& parts,
                 Summary FrameMetrics::*quantity) {
    for (const SummaryField& field : summaryFields()) {
        const std::string statistic = field.name == "p99_9" ? "p99.9" : std::string(field.name);
        addRow(rows, name + " " + statistic, parts,
               [&](const Part& part) { return figureText(part.stretch->metrics.*quantity, field); });
    }
}

std::string titleOf(const Part& part) {
    const std::string name = shortened(fileName(part.run->path));
    return part.run->stretches.size() > 1 ? name + " #" + std::to_string(part.stretch->index + 1) : name;
}

Lines sideBySide(const std::vector<const RecordedRun*>& runs) {
    std::vector<Part> parts;
    for (const RecordedRun* const run : runs) {
        for (const RecordedStretch& stretch : run->stretches)
            parts.push_back({run, &stretch});
    }
    const auto metrics = [](const Part& part) -> const FrameMetrics& { return part.stretch->metrics; };
    Rows rows;
    addRow(rows, "", parts, titleOf);
    addRow(rows, "strategy", parts, strategyText);
    for (const char* key : {"policy", "rate_hz", "machine"})
        addRow(rows, key, parts, [&](const Part& part) { return settingText(part, key); });
    if (std::ranges::any_of(parts, [](const Part& part) { return part.stretch->taken.has_value(); }))
        addRow(rows, "part", parts,
               [](const Part& part) { return part.stretch->taken ? part.stretch->taken->text() : "–"; });
    addRow(rows, "frames", parts, [&](const Part& part) { return std::to_string(metrics(part).frames); });
    addRow(rows, "lost iterations", parts,
           [&](const Part& part) { return std::to_string(metrics(part).lostIterations); });
    addRow(rows, "left out, stopped", parts,
           [&](const Part& part) { return std::to_string(metrics(part).stoppedFrames); });
    addRow(rows, "late above", parts, [&](const Part& part) {
        return said::duration(static_cast<double>(metrics(part).tolerance.count()));
    });
    addRow(rows, "late", parts, [&](const Part& part) {
        const auto& share = metrics(part).lateShare;
        return share ? said::fixed(100 * share->value, 2) + " %" : "–";
    });
    addRow(rows, "rate measured, Hz", parts,
           [&](const Part& part) { return said::fixed(metrics(part).rateHz, 3); });
    addRow(rows, "drift, ppm", parts,
           [&](const Part& part) { return said::fixed(metrics(part).driftPpm, 3); });
    addQuantity(rows, "error", parts, &FrameMetrics::error);
    addQuantity(rows, "lateness", parts, &FrameMetrics::lateness);
    addQuantity(rows, "frame time", parts, &FrameMetrics::frameTime);
    addQuantity(rows, "oversleep", parts, &FrameMetrics::oversleep);
    return textTable(rows);
}

/// First the files of this program, then the logs of others, because they hold different things.
Lines tablesOf(const std::vector<ReadFile>& files, const std::optional<Nanoseconds>& beyond,
               const JobEntry* job) {
    std::vector<const RecordedRun*> runs;
    std::vector<const ImportedLog*> logs;
    for (const ReadFile& file : files) {
        if (const auto* const log = std::get_if<ImportedLog>(&file))
            logs.push_back(log);
        else
            runs.push_back(&std::get<RecordedRun>(file));
    }
    Lines text = runs.empty() ? Lines() : sideBySide(runs);
    if (!text.empty() && !logs.empty())
        text.addBlank();
    if (!logs.empty())
        text.add(logSummaryTable(logs, beyond, job));
    return text;
}

class SummarizeCommand {
public:
    explicit SummarizeCommand(CLI::App& app)
        : m_options(app),
          m_json(m_options.add("--json", "FILE", kFileRange, "Write the figures of all files as JSON")),
          m_logs(m_options),
          m_beyond(m_options.add("--beyond", "TIME", "0ns … 1000s",
                                 "Also the share of a log's values above this time")),
          m_job(m_options.add("--job", "ID", idRange(jobCatalog()),
                              "Whether the lateness of logs is fit for this job")) {
        m_options.addRedact(m_redact);
        m_options.addPositional(
            "FILE", m_files,
            "Samples CSV files, as run --csv writes them, and logs of other programs (list formats); "
            "a folder: all files in it; -: standard input");
    }

    int run();

private:
    Result<Done> readOptions();
    Result<Done> findFiles();
    Result<ReadFile> read(const std::string& path) const;

    OptionSet m_options;
    TextOption& m_json;
    LogOptions m_logs;
    TextOption& m_beyond;
    TextOption& m_job;
    const JobEntry* m_fitFor = nullptr;
    std::vector<std::string> m_files;
    StreamCopies m_streams;
    ImportOptions m_import;
    std::optional<Nanoseconds> m_limit;
    bool m_redact = false;
};

Result<Done> SummarizeCommand::readOptions() {
    if (Result<Done> checked = m_options.check(); !checked)
        return checked;
    if (Result<Done> named = checkFileName(m_json); !named)
        return named;
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
        m_fitFor = job.value();
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
    for (const std::string& path : m_files) {
        if (path != "-") // as an input it is another stream than as an output
            named.push_back({"FILE", path, NamedFile::Use::Input});
    }
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    Result<ResultFile> json = ResultFile::open(m_json.text());
    if (!json)
        return report(json.error());
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
    if (!json.value().commit(
            [&] { return filesJson(files, m_limit, m_redact ? redactedPrivacy() : Privacy{}, m_fitFor); }))
        return kFailed;
    return printBeside(named, tablesOf(files, m_limit, m_fitFor));
}

} // namespace

Command addSummarizeCommand(CLI::App& root) {
    return addCommand<SummarizeCommand>(
        root, "summarize", "Statistics of recorded files and of other programs' logs, side by side");
}

} // namespace jitterscope::cli
