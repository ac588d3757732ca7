// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"

namespace jitterscope::logs {

class RunWarning;

/// Whether a column of this name holds moments rather than times between them: `timestamps_s`, `elapsed`,
/// `Time (ms)`, `TimeInSeconds`.
[[nodiscard]] bool namesTimeStamps(std::string_view column) noexcept;

/// Judges whether the values are what they are taken for. Every format is judged here. Where that is not
/// clear, an Error (Usage) asks the user.
/// * Values that never fall and mostly rise are time stamps. If the column's name or the user says so, the
///   differences are taken, and a comment says that. Otherwise the user is asked.
/// * Times that add up to more than the time that passed, or to a thousandth of it, have another unit: asked.
/// * Latencies of a millisecond and more, whose unit is only assumed, may be in ns: asked.
/// * Frame times that add up to much less than the time that passed are samples, not every frame: a warning.
[[nodiscard]] Result<Done> judgeValues(ImportedLog& log, const ImportOptions& options);

/// If frame times add up to much less than `elapsed` (ns), the rows are samples of the frames. Sets
/// `sampledEvery` then, and adds to the warning.
void saySampled(ImportedRun& run, double elapsed, RunWarning& sampled);

} // namespace jitterscope::logs
