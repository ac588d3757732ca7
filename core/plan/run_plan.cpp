// SPDX-License-Identifier: MIT
#include "core/plan/run_plan.h"

namespace jitterscope {

Nanoseconds RunPlan::effectiveTolerance() const noexcept {
    return tolerance.value_or(Nanoseconds(period.rounded().count() / 100));
}

bool needsNewRun(const RunPlan& before, const RunPlan& after) noexcept {
    return before.machine != after.machine || before.thread != after.thread || before.seed != after.seed ||
           before.frames != after.frames || before.duration != after.duration ||
           before.warmup != after.warmup;
}

} // namespace jitterscope
