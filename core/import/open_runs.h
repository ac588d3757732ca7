// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/compare/compared_run.h"
#include "core/import/log_catalog.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// `run.csv#2`: a file, and which of its runs.
struct RunChoice {
    std::string path;
    std::optional<std::size_t> number; ///< from 1
};
/// A file whose name ends like that is meant by its name.
[[nodiscard]] RunChoice runChoice(const std::string& text);

/// The runs of each recording of a file that are histograms of the same: threads of a cyclictest. Of an rtla
/// timerlat the last kind, that of the thread. Empty: the runs are something else.
[[nodiscard]] std::vector<std::vector<ComparedRun>> histogramsOf(const std::vector<ComparedRun>& runs);

/// All histograms of a recording as one. Error: as pooledCounts().
[[nodiscard]] Result<ComparedRun> allAsOne(const std::vector<ComparedRun>& parts);

/// The chosen one of a file's runs, or all of a recording that is made of histograms: then `parts` are these.
/// Error (Usage): there are several, and none is chosen, or not so many.
[[nodiscard]] Result<ComparedRun> chosenRun(const RunChoice& choice, std::vector<ComparedRun> runs,
                                            std::vector<ComparedRun>& parts);

/// `#1 a.csv, #2 …`: runs to choose from, for a message.
[[nodiscard]] std::string runsToChoose(const std::vector<ComparedRun>& runs);

/// The runs of a file, whoever wrote it: samples, sleeps, a summary, an experiment, a race or JSON of this
/// program, a session, or another program's log. Never empty.
/// * A file of samples with several stretches gives a run for each; a log with several processes is refused
///   until one is chosen.
/// * `options` are for logs. `progress` is called with the bytes read so far, where that takes long.
/// * A folder is one run of all its files, which must be recordings of the same (pooled()).
/// Error: as readSamplesCsv, readLog and readOwnRuns; the message names the file.
[[nodiscard]] Result<std::vector<ComparedRun>> openRuns(const std::string& path,
                                                        const ImportOptions& options = {},
                                                        const CancelFlag* cancel = nullptr,
                                                        const ReadProgress& progress = {});

/// The files of a folder, sorted; hidden ones are left out. Error: more than 200 files, none, unreadable.
struct FolderFiles {
    std::vector<std::string> files;
    /// A sentence about each file that holds only averages of a log beside it (`NAME_summary.csv`).
    std::vector<std::string> leftOut;
};
[[nodiscard]] Result<FolderFiles> filesOfFolder(const std::string& folder);

/// The key under which a fact of a log is compared. Programs name the same things differently: MangoHud
/// `cpu`, CapFrameX `Processor`, OCAT and FrameView `CPU`. What is not known keeps its name.
[[nodiscard]] std::string factKey(const std::string& name);

/// The runs of another program's log.
[[nodiscard]] std::vector<ComparedRun> comparedRuns(ImportedLog log);

/// What players of games ask for (FigureEntry::ofGames), for each run of frame times; only what it has.
void addGameFigures(ImportedLog& log);

/// Whether each run is fit for a job (ImportedRun::fit).
void judgeLog(ImportedLog& log, const Target& target);

} // namespace jitterscope
