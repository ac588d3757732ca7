// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/import/imported_log.h"

namespace jitterscope::logs {

/// Makes one run of the runs of a log, one after the other, and keeps their lengths (ImportedRun::parts). A
/// log of one run stays as it is. Error (Usage): they are histograms, empty, or not of the same quantity.
[[nodiscard]] Result<Done> poolRuns(ImportedLog& log);

} // namespace jitterscope::logs
