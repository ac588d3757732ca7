// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"

namespace jitterscope::logs {

/// Whether a column of this name holds moments rather than times between them: `timestamps_s`, `elapsed`,
/// `Time (ms)`, `TimeInSeconds`.
[[nodiscard]] bool namesTimeStamps(std::string_view column) noexcept;

/// Asks whether the values are what they are taken for, once for every format.
/// * Values that never fall and mostly rise are time stamps. Where the column's name says so, or the user,
///   the differences are taken, and that is said. Otherwise it is asked.
/// * Times that add up to more than passed, or to a thousandth of it, have another unit: asked.
/// * Latencies of a millisecond and more, whose unit is only assumed, may be in ns: asked.
/// * Frame times that add up to much less than passed are samples, not every frame: a warning.
/// Error (Usage): the user has to say.
[[nodiscard]] Result<Done> judgeValues(ImportedLog& log, const ImportOptions& options);

/// If frame times add up to much less than `elapsed` (ns), the rows are samples: notes it, and warns.
void saySampled(ImportedLog& log, ImportedRun& run, double elapsed);

} // namespace jitterscope::logs
