// SPDX-License-Identifier: MIT
#pragma once

#include "core/report/atomic_file.h"
#include "core/run/run_result.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// Set by another thread to end a long write or read; the result is then an Error (Cancelled), nothing
/// changed.
using CancelFlag = std::atomic<bool>;

/// The CSV files that NUMBERS and docs/numbers.md define: `# key: value` lines, one header line, rows. C
/// locale.
[[nodiscard]] Result<Done> writeSamplesCsv(const RunResult& result, const std::string& path,
                                           const CancelFlag* cancel = nullptr);
[[nodiscard]] Result<Done> writeSleepsCsv(const RunResult& result, const std::string& path,
                                          const CancelFlag* cancel = nullptr);
/// One row a stretch: a run whose settings were never changed has one.
[[nodiscard]] Result<Done> writeSummaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results,
                                           const std::string& path);
/// The same text as writeSummaryCsv writes: for the clipboard and standard output.
[[nodiscard]] std::string summaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results);

} // namespace jitterscope
