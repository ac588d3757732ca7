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

/// One measured comparison; differences are after − before.
struct TrialOutcome {
    std::string id;
    std::string name;
    Support support;                ///< if not available, nothing was measured
    std::vector<std::string> parts; ///< for `together`: the ids of the trials that helped
    LoopEvidence before;
    LoopEvidence after;
    std::optional<Share> late;   ///< difference of the late shares
    std::optional<Share> median; ///< ns, of the median lateness; Student's interval over pairs of blocks
    std::optional<Share> cpu;    ///< points of CPU % of one core, for waiting
    std::vector<std::string> notes;

    [[nodiscard]] bool measured() const noexcept { return support.available && before.frames() > 0; }
    /// Whether fewer late frames are shown. If no difference is shown: whether the median is shown to be
    /// earlier, and no more late frames were counted.
    [[nodiscard]] bool helped() const noexcept;
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
[[nodiscard]] Support trialSupport(const TrialPlan& plan);

/// Measures the loop without and with the cure in turn, in pairs of blocks. Takes at most 20 s on this
/// machine. Call it on the job's thread. Absent: cancelled.
[[nodiscard]] std::optional<TrialOutcome> runTrial(const TrialPlan& plan, JobControl& control);

} // namespace jitterscope
