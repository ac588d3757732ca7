// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/files/read_csv.h"
#include "core/run/run_result.h"

#include <vector>

namespace jitterscope {

/// The runs of a measurement, to be compared: one for each stretch, since each has settings of its own.
/// Stretches without a frame that counts are left out. `name`: of the run; stretches add their number.
[[nodiscard]] std::vector<ComparedRun> comparedRuns(const RunResult& result, const std::string& name);
/// The last stretch of a run that still goes on, with the figures of this moment.
[[nodiscard]] ComparedRun comparedStretch(const RunResult& result, const FrameMetrics& metrics,
                                          const CpuUsage& cpu, const std::string& name);
/// The same of a samples file.
[[nodiscard]] std::vector<ComparedRun> comparedRuns(const RecordedRun& run);
/// A sleeps file: how much longer than asked its sleeps took. A cancelled one is unfinished.
[[nodiscard]] ComparedRun comparedRun(RecordedOversleeps sleeps, const CancelFlag* cancel = nullptr);

/// A plan as settings of a run, by the keys of the samples file.
[[nodiscard]] ComparedRun::Texts settingsOf(const RunPlan& plan);

/// What its CPU usage and the facts of its machine say of other programs, as a disturbance; nothing of a
/// simulated run, of less than half a second, or where it was not recorded.
void takeDisturbances(ComparedRun& run);

/// `here`, `linux-default`: whether the settings are of a simulated machine.
[[nodiscard]] RunOrigin originOf(const ComparedRun::Texts& settings);

} // namespace jitterscope
