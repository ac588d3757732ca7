// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/diagnosis/evidence.h"
#include "core/plan/run_plan.h"
#include "core/run/cures.h"
#include "core/run/job.h"
#include "core/simulation/machine_model.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// The mean difference after − before of one figure over pairs of blocks, with Student's t interval. Absent:
/// fewer than two pairs have the figure.
[[nodiscard]] std::optional<Share> pairedDifference(const LoopEvidence& before, const LoopEvidence& after,
                                                    std::optional<double> LoopBlock::*figure);

/// What a cure did to the loop of a diagnosis, with all that was measured of both sides. Its CPU time is that
/// for waiting.
struct TrialOutcome : CureOutcome {
    std::string name;
    std::vector<std::string> parts; ///< for `together`: the ids of the trials that helped
    LoopEvidence before;
    LoopEvidence after;
    std::vector<std::string> notes;

    /// `timer slack 1 ns: −50.3 ± 0.8 µs, CPU ± 0`
    [[nodiscard]] std::string sentence() const;
};

/// What a trial compares, and on which machine.
struct TrialPlan {
    std::string id;
    RunPlan loop;                              ///< the loop without the cure
    std::vector<std::string> parts;            ///< for `together`: ids of the trials that helped
    std::shared_ptr<const MachineModel> model; ///< of a simulated machine
    bool quick = false;
    double busyPercent = 0; ///< measured CPU % of one core of the loop with its work; 0: not known
};

/// The loop as the trial changes it; absent if it would change nothing. An unknown id changes nothing.
[[nodiscard]] std::optional<RunPlan> curedLoop(const TrialPlan& plan);
/// Why the trial is not made, as far as that is known without asking the system. Empty: nothing is known
/// against it.
[[nodiscard]] std::string reasonAgainst(const TrialPlan& plan);
/// The same, and what the system says.
[[nodiscard]] Support trialSupport(const TrialPlan& plan);

/// Measures the loop without and with the cure in turn, in pairs of blocks. Takes at most 20 s on this
/// machine. Call it on the job's thread. Absent: cancelled.
[[nodiscard]] std::optional<TrialOutcome> runTrial(const TrialPlan& plan, JobControl& control);

} // namespace jitterscope
