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

/// The default plan: `precise-sleep` (mended), `drop-and-rest`, 60 Hz, no work, this machine, no end.
[[nodiscard]] RunPlan standardPlan();

/// An entry with every parameter at its default; an unknown id has no parameters.
[[nodiscard]] Choice sleepChoice(std::string_view id);
[[nodiscard]] Choice policyChoice(std::string_view id);
[[nodiscard]] Choice workChoice(std::string_view id);
[[nodiscard]] MachineChoice machineChoice(std::string_view id);

/// Error (Unsupported): this machine cannot run this strategy; one line says why, and which machines can.
/// Both arguments are catalogue ids.
[[nodiscard]] Result<Done> checkSupport(const std::string& strategy, const std::string& machine);

/// Checks for all mistakes that can be known before a start: unknown ids, values out of range, what this
/// machine does not support. The error is one line that names the field and its range.
[[nodiscard]] Result<Done> checkPlan(const RunPlan& plan);

/// A plan with every id looked up.
struct ResolvedPlan {
    RunPlan plan;
    const SleepEntry* strategy = nullptr;
    const PacingEntry* policy = nullptr;
    const WorkEntry* work = nullptr;
    std::shared_ptr<const MachineModel> model; ///< null for this machine
};

/// Checks the plan and looks everything up. `recorded` is the model of a machine that needs a file: the
/// caller reads it (core/files/machine_file.h), and other machines ignore it. Error: as checkPlan(), or the
/// model is missing.
[[nodiscard]] Result<ResolvedPlan> resolve(const RunPlan& plan,
                                           std::shared_ptr<const MachineModel> recorded = nullptr);
/// The same for a change of a run, without a model: a run stays on its machine. Error: as checkPlan().
[[nodiscard]] Result<ResolvedPlan> resolveChange(const RunPlan& plan);
/// Looks up strategy, policy and work only, for a loop on a clock of the caller's choice; the rest of the
/// plan is neither checked nor used. Error: an unknown id, or a value out of range.
[[nodiscard]] Result<ResolvedPlan> resolveParts(const RunPlan& plan);

/// New parts for a loop whose strategy waits on `time` (FrameLoop::waitTime()). `time` must outlive them.
[[nodiscard]] LoopParts makeParts(const ResolvedPlan& resolved, TimeSource& time);
[[nodiscard]] std::unique_ptr<SleepStrategy> makeStrategy(const ResolvedPlan& resolved, TimeSource& time);
[[nodiscard]] std::unique_ptr<PacingPolicy> makePolicy(const ResolvedPlan& resolved);
[[nodiscard]] std::unique_ptr<Workload> makeWork(const ResolvedPlan& resolved);

} // namespace jitterscope
