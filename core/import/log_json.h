// SPDX-License-Identifier: MIT
#pragma once

#include "core/files/read_csv.h"
#include "core/import/imported_log.h"
#include "core/privacy/redactor.h"

#include <string>
#include <variant>
#include <vector>

namespace jitterscope {

/// A file of this program, or another program's log.
using ReadFile = std::variant<RecordedRun, ImportedLog>;

/// `summarize --json`: of a file of this program the header lines and statistics; of a log its format,
/// comments and the statistics of each run, with its `figures` (addGameFigures) by their ids. Absent is null.
/// `beyond`: also the share of the values of logs above it. `job`: the id that logs were judged for
/// (judgeLog()).
[[nodiscard]] std::string filesJson(const std::vector<ReadFile>& files,
                                    const std::optional<Nanoseconds>& beyond = {},
                                    const Privacy& privacy = {}, const std::string& job = {});

/// What a run of a log is called: by its process, its file, or a tag of the log.
[[nodiscard]] std::string logRunName(const ImportedRun& run, const ImportedLog& log, Redactor& redactor);

/// Whether a comment of a log (ImportedLog::comments) is of its machine or about its times.
[[nodiscard]] bool isOfLogsMachine(const std::string& comment);

} // namespace jitterscope
