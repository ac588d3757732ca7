// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/read_csv.h"
#include "core/run/run_result.h"

#include <string>
#include <vector>

namespace jitterscope {

/// `run --json`: schema, plan, statistics, CPU, stretches, settings, machine facts. Absent is null.
[[nodiscard]] std::string runJson(const RunResult& result);

/// `summarize --json`: header lines and statistics of each file, in the order given.
[[nodiscard]] std::string recordedJson(const std::vector<RecordedRun>& runs);

} // namespace jitterscope
