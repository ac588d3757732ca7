// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/log_catalog.h"

namespace jitterscope::logs {

class RunWarning;

/// Judges whether the values are what they are taken for. Every format is judged here. Where that is not
/// clear, an Error (Usage) asks the user.
/// * Values that never fall and mostly rise are time stamps. If the column's name or the user says so, the
///   differences are taken, and a comment says that. Otherwise the user is asked.
/// * Times that add up to more than the time that passed, or to a thousandth of it, have another unit: asked.
/// * Latencies of a millisecond and more, whose unit is only assumed, may be in ns: asked.
/// * Frame times that add up to much less than the time that passed are samples, not every frame: a warning.
///   So are other times, much shorter than the steps of a clock beside them that are all alike.
/// * What stands beside frame times and cannot be is left out, with a warning: a GPU that is busy for longer
///   than frames take, a latency beyond the whole recording.
[[nodiscard]] Result<Done> judgeValues(ImportedLog& log, const ImportOptions& options);

/// If frame times add up to much less than `elapsed` (ns), the rows are samples of the frames. Sets
/// `sampledEvery` then, and adds to the warning.
void saySampled(ImportedRun& run, double elapsed, RunWarning& sampled);

} // namespace jitterscope::logs
