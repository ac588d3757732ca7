// SPDX-License-Identifier: MIT
#include "core/import/open_runs.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/compare/compared_run.h"
#include "core/compare/comparison.h"
#include "core/files/own_runs.h"
#include "core/files/session_file.h"
#include "core/import/log_catalog.h"
#include "core/import/log_lines.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {

RunChoice runChoice(const std::string& text) {
    const std::size_t mark = text.rfind('#');
    const auto number = mark == std::string::npos ? std::nullopt : parseInteger(text.substr(mark + 1));
    if (!number || *number < 1 || readHead(text))
        return {text, std::nullopt};
    return {text.substr(0, mark), static_cast<std::size_t>(*number)};
}

std::string runsToChoose(const std::vector<ComparedRun>& runs) {
    constexpr std::size_t kMost = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(runs.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + std::string("#") + std::to_string(i + 1) + " " + runs[i].name;
    return runs.size() > kMost ? text + ", …" : text;
}

std::vector<std::vector<ComparedRun>> histogramsOf(const std::vector<ComparedRun>& runs) {
    std::vector<std::vector<ComparedRun>> recordings;
    const auto kindOf = [](const ComparedRun& run) {
        const auto found = run.settings.find("latency_of");
        return found != run.settings.end() ? found->second : std::string();
    };
    for (const ComparedRun& run : runs) {
        if (run.counts.empty() || run.countsOf != runs.front().countsOf)
            return {};
        if (recordings.empty() || recordings.back().front().recording != run.recording)
            recordings.emplace_back();
        recordings.back().push_back(run);
    }
    for (std::vector<ComparedRun>& recording : recordings) {
        std::string last; // Usr comes after Thr, and Thr after IRQ
        for (const ComparedRun& run : recording)
            last = kindOf(run) == "IRQ" && !last.empty() ? last : std::max(last, kindOf(run));
        std::erase_if(recording, [&](const ComparedRun& run) { return kindOf(run) != last; });
    }
    return recordings;
}

Result<ComparedRun> allAsOne(const std::vector<ComparedRun>& parts) {
    std::string name = fileName(parts.front().path);
    if (parts.front().recording > 0)
        name += ", recording " + std::to_string(parts.front().recording);
    if (const auto kind = parts.front().settings.find("latency_of"); kind != parts.front().settings.end())
        name += ", " + kind->second;
    if (parts.size() > 1)
        name += ", all " + std::to_string(parts.size()) + " as one";
    return pooledCounts(parts, name);
}

Result<ComparedRun> chosenRun(const RunChoice& choice, std::vector<ComparedRun> runs,
                              std::vector<ComparedRun>& parts) {
    const std::vector<std::vector<ComparedRun>> histograms =
        choice.number || runs.size() < 2 ? std::vector<std::vector<ComparedRun>>() : histogramsOf(runs);
    if (histograms.size() == 1) {
        parts = histograms.front();
        return allAsOne(parts);
    }
    if (choice.number ? *choice.number > runs.size() : runs.size() > 1)
        return Error{ErrorCode::Usage,
                     pathText(choice.path) + " holds " + std::to_string(runs.size()) +
                         " runs: choose one, as FILE#1",
                     runsToChoose(runs)};
    return std::move(runs[choice.number.value_or(1) - 1]);
}

namespace {

RunQuantity quantityOf(const ImportedRun& run) noexcept {
    switch (run.quantity) {
    case LogQuantity::FrameTime:
        return RunQuantity::FrameTime;
    case LogQuantity::Lateness:
        return RunQuantity::Lateness;
    case LogQuantity::FrameRate:
        return RunQuantity::CountedRate;
    case LogQuantity::Duration:
        break;
    }
    return RunQuantity::Duration;
}

void sayWhatIsMissing(const ImportedRun& log, ComparedRun& run) {
    if (log.quantity == LogQuantity::FrameTime)
        run.lacks.emplace_back(
            "A log of frame times has no deadlines: no lateness, no drift, no CPU of the loop.");
    else if (log.quantity == LogQuantity::Lateness)
        run.lacks.emplace_back("It holds how late each wake-up was; it has no frames.");
    else if (log.quantity == LogQuantity::FrameRate)
        run.lacks.emplace_back("It holds how many frames each second had, and no frame times.");
    if (log.histogram)
        run.lacks.emplace_back("It is a histogram: the order of the values is gone. Intervals hold if "
                               "neighbouring values do not depend on each other.");
    if (log.framesInRow > 1)
        run.lacks.push_back("Each of its rows is the mean of " + said::fixed(log.framesInRow, 0) +
                            " frames: a single long frame cannot be seen.");
    if (log.sampledEvery)
        run.lacks.push_back("It was sampled, a row every " + said::duration(*log.sampledEvery) +
                            ": not every frame is in it, and no time between two of its rows.");
    if (run.framesWithout > 0)
        run.lacks.push_back("Intervals are of the first " + std::to_string(log.samples.size()) + " values.");
}

} // namespace

std::string factKey(const std::string& name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kNames{{
        {"cpu", "cpu_model"},
        {"processor", "cpu_model"},
        {"gpu", "gpu"},
        {"graphics card", "gpu"},
        {"os", "os"},
        {"operating system", "os"},
        {"ram", "ram"},
        {"systemram", "ram"},
        {"system ram", "ram"},
        {"driver", "driver"},
        {"gpudriverversion", "driver"},
        {"driver package", "driver"},
        {"base driver version", "driver"},
        {"resolution", "resolution"},
        {"resolutioninfo", "resolution"},
        {"presentationmode", "present_mode"},
        {"apiinfo", "api"},
        {"runtime", "api"},
    }};
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    const auto found =
        std::ranges::find(kNames, lower, &std::pair<std::string_view, std::string_view>::first);
    return found != kNames.end() ? std::string(found->second) : name;
}

namespace {

/// The first warnings and the number of the others: every run of a file has them all, and a log may have
/// thousands of threads.
std::vector<std::string> firstOf(const std::vector<std::string>& warnings) {
    constexpr std::size_t kMost = 20;
    if (warnings.size() <= kMost)
        return warnings;
    std::vector<std::string> first(warnings.begin(), warnings.begin() + kMost);
    first.push_back("And " + std::to_string(warnings.size() - kMost) + " warnings more.");
    return first;
}

ComparedRun describedRun(const ImportedRun& log, const ImportedLog& file) {
    ComparedRun run;
    run.name = file.runs.size() > 1 ? fileName(file.path) + " · " + log.name : fileName(file.path);
    run.origin = RunOrigin::Log;
    run.recordedBy = log.program.empty() ? "Table" : log.program;
    if (!log.version.empty())
        run.recordedBy += " " + log.version;
    run.path = file.path;
    if (!log.process.empty())
        run.settings["process"] = log.process;
    if (log.program.starts_with("rtla timerlat")) // of the interrupt, or of the thread: two different things
        run.settings["latency_of"] = log.name.substr(0, log.name.find('-'));
    for (const std::string& comment : file.comments) {
        const std::size_t colon = comment.find(": ");
        if (colon != std::string::npos)
            run.facts.emplace(factKey(comment.substr(0, colon)), comment.substr(colon + 2));
    }
    const RunQuantity quantity = quantityOf(log);
    run.summaries[quantity] = log.summary;
    run.frames = run.summaries[quantity].count;
    run.rateHz = log.rateHz;
    run.rateEstimated = log.rateHz.has_value(); // measured: no log says which rate was asked for
    run.recording = log.recording;
    run.framesWithout = log.samplesNotKept;
    run.parts = log.parts;
    run.displayedParts = log.displayedParts;
    run.taken = log.taken;
    for (const auto& [beside, times] : log.beside)
        run.summaries[beside] = times.summary;
    if (log.notDisplayed && log.distribution.count() > 0)
        run.droppedFraction =
            static_cast<double>(*log.notDisplayed) / static_cast<double>(log.distribution.count());
    run.warnings = firstOf(file.warnings);
    sayWhatIsMissing(log, run);
    if (log.histogram) {
        run.countsOf = quantity;
        run.coarseCounts = log.histogram->powers;
        for (const LogHistogram::Bucket& bucket : log.histogram->buckets)
            run.counts.push_back({bucket.value, bucket.count});
        return run;
    }
    return run;
}

/// Where the values of a run stand among columns.
std::vector<std::int64_t>& valuesIn(RunColumns& columns, const ImportedRun& run) {
    const RunQuantity quantity = quantityOf(run);
    return quantity == RunQuantity::FrameTime  ? columns.frameTime
           : quantity == RunQuantity::Lateness ? columns.lateness
                                               : columns.duration;
}

/// Takes the values out of a run. Null: it has counts, or figures alone.
std::shared_ptr<RunColumns> takenColumns(ImportedRun& run) {
    if (run.histogram || quantityOf(run) == RunQuantity::CountedRate)
        return nullptr;
    auto columns = std::make_shared<RunColumns>();
    valuesIn(*columns, run) = std::move(run.samples);
    if (const auto shown = run.beside.find(RunQuantity::Displayed);
        shown != run.beside.end() && shown->second.samplesNotKept == 0 &&
        run.parts.empty() == run.displayedParts.empty())
        columns->displayed = std::move(shown->second.samples);
    return columns;
}

/// Puts back what takenColumns() took.
void putBack(RunColumns& columns, ImportedRun& run) {
    run.samples = std::move(valuesIn(columns, run));
    if (!columns.displayed.empty())
        run.beside.at(RunQuantity::Displayed).samples = std::move(columns.displayed);
}

ComparedRun comparedRun(ImportedRun log, const ImportedLog& file) {
    ComparedRun run = describedRun(log, file);
    run.columns = takenColumns(log);
    return run;
}

/// If a file holds several runs, each knows its place in it.
Result<std::vector<ComparedRun>> numbered(Result<std::vector<ComparedRun>> runs) {
    for (std::size_t i = 0; runs && runs.value().size() > 1 && i < runs.value().size(); ++i)
        runs.value()[i].part = "#" + std::to_string(i + 1);
    return runs;
}

/// Of each run of a file of this program, the part that was asked for; otherwise a warning says where frames
/// begin to be others.
Result<std::vector<ComparedRun>> partsOf(Result<std::vector<ComparedRun>> runs, const TimeRange& range,
                                         const CancelFlag* cancel) {
    if (!runs)
        return runs;
    for (ComparedRun& run : runs.value()) {
        if (!range.whole()) {
            Result<ComparedRun> part = partOf(run, range, cancel);
            if (!part)
                return part.error();
            run = std::move(part).value();
        } else if (run.columns && run.parts.empty()) {
            if (const auto beginning = otherBeginning(run.columns->frameTime))
                run.warnings.push_back(beginning->text());
        }
    }
    return runs;
}

/// As on the command line.
std::string optionsText(const ImportOptions& options) {
    std::string text;
    const auto add = [&text](const char* name, std::string_view value) {
        if (!value.empty())
            text += (text.empty() ? "" : " ") + std::string(name) + " " + shellWord(value);
    };
    add("--format", options.format);
    add("--process", options.process);
    add("--column", options.column);
    add("--unit", options.unit);
    add("--quantity", options.timeStamps ? "time-stamp"
                      : options.quantity ? quantityId(*options.quantity)
                                         : std::string_view());
    add("--runs", options.pooled ? "pooled" : "");
    return text; // the range is in ComparedRun::taken
}

} // namespace

std::vector<ComparedRun> comparedRuns(ImportedLog log) {
    std::vector<ComparedRun> runs;
    for (std::size_t i = 0; i < log.runs.size(); ++i) {
        ImportedRun run = std::move(log.runs[i]);
        runs.push_back(comparedRun(std::move(run), log));
    }
    return runs;
}

namespace {

/// Looks at a run as one to compare. Its values are lent, not copied: they may be most of the memory.
template <typename Look>
void asCompared(ImportedRun& run, const ImportedLog& log, Look look) {
    ComparedRun compared = describedRun(run, log);
    const std::shared_ptr<RunColumns> columns = takenColumns(run);
    compared.columns = columns;
    look(compared);
    if (columns != nullptr)
        putBack(*columns, run);
}

void addFigures(ImportedRun& run, const ImportedLog& log) {
    asCompared(run, log, [&](const ComparedRun& compared) {
        RunFigures figures(compared);
        for (const FigureEntry& entry : figureCatalog()) {
            const bool ofNeighbours = entry.derived != nullptr; // of which a sampled log lacks most
            const bool beyondSummary = ofNeighbours || entry.over || entry.recorded == nullptr;
            if (run.samplesNotKept > 0 && beyondSummary) // those kept are the first alone
                continue;
            const bool ofMeans = run.framesInRow > 1 && entry.statistic.kind != SeriesStatistic::Kind::Mean;
            if (!entry.ofGames || !entry.appliesTo(compared) || (ofNeighbours && run.sampledEvery) ||
                ofMeans || (ofNeighbours && run.framesInRow > 1))
                continue;
            if (const std::optional<double> value = figures.of(entry))
                run.figures.push_back({&entry, *value});
        }
    });
}

} // namespace

void addGameFigures(ImportedLog& log) {
    for (ImportedRun& run : log.runs) {
        run.figures.clear();
        if (run.quantity == LogQuantity::FrameTime)
            addFigures(run, log);
    }
}

void judgeLog(ImportedLog& log, const Target& target) {
    for (ImportedRun& run : log.runs)
        asCompared(run, log, [&](const ComparedRun& compared) { run.fit = judgeRecorded(compared, target); });
}

namespace {

constexpr std::size_t kMostFiles = 200;
constexpr std::size_t kMostHeld = 20'000'000; // frames of a folder, in memory

/// Paths of the files in a folder, sorted; hidden ones are left out.
Result<std::vector<std::string>> recordingsIn(const std::string& folder) {
    Result<std::vector<std::string>> names = filesIn(folder, 10 * kMostFiles);
    if (!names)
        return names.error();
    std::vector<std::string> files;
    for (const std::string& name : names.value()) {
        if (!name.starts_with('.'))
            files.push_back(pathIn(folder, name));
    }
    if (files.size() > kMostFiles)
        return Error{ErrorCode::Unsupported, pathText(folder) + " holds more than 200 files",
                     "a folder is one run of its recordings"};
    if (files.empty())
        return Error{ErrorCode::Format, pathText(folder) + " holds no files", ""};
    return files;
}

/// MangoHud writes NAME_summary.csv beside NAME.csv, FrameView NAME_Summary.csv beside NAME-DATE_Log.csv:
/// averages, no recording.
bool isSummaryBeside(const std::string& file, const std::vector<std::string>& all) {
    constexpr std::string_view kEnd = "_summary.csv";
    if (file.size() <= kEnd.size() ||
        !logs::equalNames(std::string_view(file).substr(file.size() - kEnd.size()), kEnd))
        return false;
    const std::string_view name(file.data(), file.size() - kEnd.size());
    return std::ranges::any_of(
        all, [&](const std::string& other) { return other != file && logs::startsWithName(other, name); });
}

/// The run among `runs` that holds the same values: a copy of a file, or a link to it, is no other recording.
const ComparedRun* sameValues(const std::vector<ComparedRun>& runs, const ComparedRun& run) {
    const auto same = [&](const ComparedRun& other) {
        if (run.columns && other.columns)
            return run.columns->size() > 0 && run.columns->frameTime == other.columns->frameTime &&
                   run.columns->lateness == other.columns->lateness &&
                   run.columns->duration == other.columns->duration;
        return !run.counts.empty() &&
               std::ranges::equal(run.counts, other.counts, [](const auto& a, const auto& b) {
                   return a.value == b.value && a.count == b.count;
               });
    };
    const auto found = std::ranges::find_if(runs, same);
    return found != runs.end() ? &*found : nullptr;
}

Result<std::vector<ComparedRun>> openFolder(const std::string& folder, const ImportOptions& options,
                                            const CancelFlag* cancel, const ReadProgress& progress) {
    const Result<FolderFiles> found = filesOfFolder(folder);
    if (!found)
        return found.error();
    std::vector<ComparedRun> all;
    std::vector<std::string> copies;
    std::size_t held = 0;
    for (const std::string& file : found.value().files) {
        Result<std::vector<ComparedRun>> runs = openRuns(file, options, cancel, progress);
        if (!runs)
            return runs.error();
        for (ComparedRun& run : runs.value()) {
            if (const ComparedRun* const same = sameValues(all, run)) {
                copies.push_back(inQuotes(run.name) + " holds the same values as " + inQuotes(same->name) +
                                 ": one recording, counted once");
                continue;
            }
            held += run.columns ? run.columns->size() : 0;
            all.push_back(std::move(run));
        }
        if (held > kMostHeld)
            return Error{ErrorCode::Unsupported,
                         pathText(folder) + " holds more than " + std::to_string(kMostHeld) + " frames",
                         "a folder is one run of its recordings"};
    }
    std::string name = folder;
    while (name.size() > 1 && (name.back() == '/' || name.back() == '\\'))
        name.pop_back();
    Result<ComparedRun> run = pooled(std::move(all), fileName(name), cancel);
    if (isCancelled(cancel))
        return Error{ErrorCode::Cancelled, "cancelled", ""};
    if (!run)
        return Error{run.error().code, pathText(folder) + ": " + run.error().what, run.error().hint,
                     run.error().asks};
    run.value().path = name;
    run.value().warnings.insert(run.value().warnings.end(), found.value().leftOut.begin(),
                                found.value().leftOut.end());
    run.value().warnings.insert(run.value().warnings.end(), copies.begin(), copies.end());
    run.value().openedWith = optionsText(options);
    return std::vector<ComparedRun>{std::move(run).value()};
}

} // namespace

Result<FolderFiles> filesOfFolder(const std::string& folder) {
    const Result<std::vector<std::string>> all = recordingsIn(folder);
    if (!all)
        return all.error();
    FolderFiles found;
    for (const std::string& file : all.value()) {
        if (isSummaryBeside(file, all.value()))
            found.leftOut.push_back(inQuotes(fileName(file)) +
                                    " holds averages of the log beside it: left out");
        else
            found.files.push_back(file);
    }
    return found;
}

Result<std::vector<ComparedRun>> openRuns(const std::string& path, const ImportOptions& options,
                                          const CancelFlag* cancel, const ReadProgress& progress) {
    if (isFolder(path))
        return openFolder(path, options, cancel, progress);
    const Result<std::string> head = readHead(path);
    if (!head)
        return head.error();
    const bool own = isOwnFile(head.value()) || isOwnJson(head.value()) || isSessionText(head.value());
    const Result<std::unique_ptr<StandIn>> unpacked =
        own ? unpackedStandIn(path) : std::unique_ptr<StandIn>();
    if (!unpacked)
        return unpacked.error();
    if (isSessionText(head.value())) {
        Result<SavedSession> session = readSessionFile(path, cancel);
        if (!session)
            return session.error();
        if (session.value().runs.empty())
            return Error{ErrorCode::Format, pathText(path) + " is a session without runs", ""};
        return partsOf(std::move(session.value().runs), options.range, cancel);
    }
    const LogEntry* const format = detectFormat(head.value(), fileName(path));
    if (isOwnFile(head.value()) || (isOwnJson(head.value()) && format == nullptr))
        return numbered(partsOf(readOwnRuns(path, head.value(), cancel, progress), options.range, cancel));
    Result<ImportedLog> log = readLog(path, {head.value(), format}, options, cancel, progress);
    if (!log)
        return log.error();
    std::vector<ComparedRun> runs = comparedRuns(std::move(log).value());
    if (runs.empty())
        return Error{ErrorCode::Format, pathText(path) + " holds no values", ""};
    for (ComparedRun& run : runs)
        run.openedWith = optionsText(options);
    return numbered(std::move(runs));
}

} // namespace jitterscope
