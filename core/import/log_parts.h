// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/import/imported_log.h"

namespace jitterscope::logs {

/// Keeps the values of each run that lie in the range, before summarizeRuns(). Runs that are shorter are left
/// out, with a warning. If the whole is asked for, a warning says where frames begin to be others
/// (otherBeginning()). Error (Usage): no run has values in it, or it is not known when its values were.
[[nodiscard]] Result<Done> takePart(ImportedLog& log, const TimeRange& range);

/// Makes one run of the runs of a log, one after the other, and keeps their lengths (ImportedRun::parts). A
/// log of one run stays as it is. Error (Usage): they are histograms, empty, or not of the same quantity.
[[nodiscard]] Result<Done> poolRuns(ImportedLog& log);

} // namespace jitterscope::logs
