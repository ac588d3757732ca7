// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/files/atomic_file.h"
#include "core/privacy/redactor.h"
#include "core/run/run_result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jitterscope {

/// Called now and then while a file is read, on the thread that reads it, with the bytes read so far.
using ReadProgress = std::function<void(std::uint64_t bytes)>;

/// The CSV files defined in docs/numbers.md: `# key: value` lines, one header line, rows. C locale.
[[nodiscard]] Result<Done> writeSamplesCsv(const RunResult& result, const std::string& path,
                                           const CancelFlag* cancel = nullptr, const Privacy& privacy = {});
[[nodiscard]] Result<Done> writeSleepsCsv(const RunResult& result, const std::string& path,
                                          const CancelFlag* cancel = nullptr, const Privacy& privacy = {});
/// One row per stretch; a run whose settings never changed has one.
[[nodiscard]] Result<Done> writeSummaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results,
                                           const std::string& path, const Privacy& privacy = {});
/// The text that writeSummaryCsv writes, for the clipboard and standard output.
[[nodiscard]] std::string summaryCsv(const std::vector<std::shared_ptr<const RunResult>>& results,
                                     const Privacy& privacy = {});

} // namespace jitterscope
