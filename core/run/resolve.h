// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/pacing/pacing_catalog.h"
#include "core/plan/run_plan.h"
#include "core/run/frame_loop.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <memory>
#include <string>
#include <string_view>

namespace jitterscope {

/// precise-sleep, mended, at 60 Hz with `drop-and-rest`, no work, here, until stopped.
[[nodiscard]] RunPlan standardPlan();

/// An entry with every parameter at its default; an unknown id has none.
[[nodiscard]] Choice sleepChoice(std::string_view id);
[[nodiscard]] Choice policyChoice(std::string_view id);
[[nodiscard]] Choice workChoice(std::string_view id);
[[nodiscard]] MachineChoice machineChoice(std::string_view id);

/// Error (Unsupported): this machine does not run this strategy; one line that says why, and which do. Both
/// are ids of the catalogues.
[[nodiscard]] Result<Done> checkSupport(const std::string& strategy, const std::string& machine);

/// Everything that can be known to be wrong before a start: unknown ids, values out of range, what this
/// machine does not support. One line that names the field and its range.
[[nodiscard]] Result<Done> checkPlan(const RunPlan& plan);

/// A plan with every id looked up.
struct ResolvedPlan {
    RunPlan plan;
    const SleepEntry* strategy = nullptr;
    const PacingEntry* policy = nullptr;
    const WorkEntry* work = nullptr;
    std::shared_ptr<const MachineModel> model; ///< null: this machine
};

/// Checks the plan and looks everything up. `recorded`: the model of a machine that needs a file, which is
/// opened above (core/report/machine_file.h); other machines do not need it. Error: checkPlan's; the model
/// of a machine that needs one is missing.
[[nodiscard]] Result<ResolvedPlan> resolve(const RunPlan& plan,
                                           std::shared_ptr<const MachineModel> recorded = nullptr);
/// Strategy, policy and work alone, for a loop on a clock of the caller's choice: the rest of the plan is
/// neither checked nor used. Error: an unknown id, a value out of range.
[[nodiscard]] Result<ResolvedPlan> resolveParts(const RunPlan& plan);

/// Fresh parts for a loop whose strategy waits on `time` (FrameLoop::waitTime()). `time` outlives them.
[[nodiscard]] LoopParts makeParts(const ResolvedPlan& resolved, TimeSource& time);
[[nodiscard]] std::unique_ptr<SleepStrategy> makeStrategy(const ResolvedPlan& resolved, TimeSource& time);
[[nodiscard]] std::unique_ptr<PacingPolicy> makePolicy(const ResolvedPlan& resolved);
[[nodiscard]] std::unique_ptr<Workload> makeWork(const ResolvedPlan& resolved);

} // namespace jitterscope
