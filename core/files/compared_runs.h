// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/files/read_csv.h"
#include "core/run/run_result.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace jitterscope {

/// The runs of a measurement, to be compared: one for each stretch, since each has settings of its own.
/// Stretches without a frame that counts are left out. `nameOf` makes a name from the settings of a stretch;
/// if there are several stretches, the number of each is added.
using StretchNamer = std::function<std::string(const RunPlan&)>;
[[nodiscard]] std::vector<ComparedRun> comparedRuns(const RunResult& result, const StretchNamer& nameOf);
/// The last stretch of a run that still goes on, with the figures of this moment.
[[nodiscard]] ComparedRun comparedStretch(const RunResult& result, const FrameMetrics& metrics,
                                          const CpuUsage& cpu, const std::string& name);
/// The runs of a samples file, one for each stretch.
[[nodiscard]] std::vector<ComparedRun> comparedRuns(const RecordedRun& run);
/// A sleeps file as a run: how much longer than asked its sleeps took. If cancelled, it is unfinished.
[[nodiscard]] ComparedRun comparedRun(RecordedOversleeps sleeps, const CancelFlag* cancel = nullptr);

/// A plan as settings of a run, by the keys of the samples file.
[[nodiscard]] ComparedRun::Texts settingsOf(const RunPlan& plan);

/// What disturbed the run, by its CPU usage, its pressure and its steal, and by the number of processors in
/// its facts. Nothing for a simulated run, for less than half a second, or where these were not recorded.
void takeDisturbances(ComparedRun& run);

/// Where a run with these settings comes from: machine `here`, or a simulated one, such as `linux-default`.
[[nodiscard]] RunOrigin runOriginOf(const ComparedRun::Texts& settings);

/// Two simulated runs with which to try a comparison: a loop that sleeps until its deadline, and a loop that
/// wakes itself earlier. They are the same each time. Takes some milliseconds.
[[nodiscard]] std::pair<ComparedRun, ComparedRun> examplePair();

} // namespace jitterscope
