// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// Measures what a recorded machine is made of: native sleeps of every kind over the lengths from 5 µs to
/// 50 ms in mixed order, the CPU cost of a wake-up, the clock, and how often and for how long a busy thread
/// loses the processor. Rows: `quantity,kind,length_ns,share,value`; report/read_calibration.h reads them
/// back.
void calibrate(const ExperimentPlan& plan, std::int64_t repetitions, JobControl& control,
               ExperimentResult& result);

/// About how long it takes on a real machine.
[[nodiscard]] double calibrationSeconds(std::int64_t repetitions) noexcept;

} // namespace jitterscope
