// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/target.h"
#include "core/plan/run_plan.h"

#include <string>

namespace jitterscope {

struct DiagnosisPlan;

/// The loop of a plan on this machine, as `jitterscope-cli run` takes it; without limits.
[[nodiscard]] std::string runCommand(const RunPlan& loop);

/// The `jitterscope-cli diagnose` that repeats a diagnosis. Paths are left out: a recorded machine is FILE.
[[nodiscard]] std::string diagnosisCommand(const DiagnosisPlan& plan, bool trials);

} // namespace jitterscope
