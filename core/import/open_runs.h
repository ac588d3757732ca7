// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/import/log_catalog.h"

#include <string>
#include <vector>

namespace jitterscope {

/// The runs of a file, whoever wrote it: samples, sleeps, a summary, an experiment, a race or JSON of this
/// program, a session, or another program's log. Never empty.
/// * A file of samples with several stretches gives a run for each; a log with several processes is refused
///   until one is chosen.
/// * `options` are for logs. `progress` is called with the bytes read so far, where that takes long.
/// * A folder is one run of all its files, which must be recordings of the same (pooled.h).
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
