// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/job_catalog.h"
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
/// `beyond`: also the share of the values of logs above it. `job`: also whether their lateness is fit for it.
[[nodiscard]] std::string filesJson(const std::vector<ReadFile>& files,
                                    const std::optional<Nanoseconds>& beyond = {},
                                    const Privacy& privacy = {}, const JobEntry* job = nullptr);

} // namespace jitterscope
