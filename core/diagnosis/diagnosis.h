// SPDX-License-Identifier: MIT
#pragma once

#include "core/diagnosis/evidence.h"
#include "core/diagnosis/finding.h"
#include "core/diagnosis/recommendation.h"
#include "core/diagnosis/target.h"
#include "core/diagnosis/trial.h"
#include "core/diagnosis/verdict.h"
#include "core/run/job.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// What is to be diagnosed: a job, and how the user's loop waits now.
struct DiagnosisPlan {
    Target target;
    /// Strategy, policy, work, thread settings, machine and seed; period and tolerance follow the target.
    RunPlan loop;
    bool quick = false;                        ///< takes at most 15 s instead of 60 s
    std::shared_ptr<const MachineModel> model; ///< of a machine that needs a file
};

/// The standard plan of a job: `system-sleep`, no work, thread settings as they are.
[[nodiscard]] DiagnosisPlan diagnosisPlan(std::string_view job);
/// Puts the target's rate and tolerance into the loop.
void applyTarget(DiagnosisPlan& plan);
/// Checks for all mistakes that can be known before a start. The error is one line that names the field.
[[nodiscard]] Result<Done> checkDiagnosis(const DiagnosisPlan& plan);
/// Approximate seconds on this machine.
[[nodiscard]] double diagnosisSeconds(const DiagnosisPlan& plan) noexcept;

/// One sentence if the diagnosis is too short to show that the loop is fit for the job; empty: it is long
/// enough. `window`: the diagnosis varies its surroundings, which takes time (a quick one does not).
[[nodiscard]] std::string diagnosisLimits(const DiagnosisPlan& plan, bool window = false);

/// The loop in a process of its own, as the command line runs it: a few blocks.
struct TerminalEvidence {
    std::vector<LoopBlock> blocks; ///< without costs
    [[nodiscard]] std::int64_t frames() const noexcept;
    [[nodiscard]] std::optional<Share> lateShare() const; ///< as LoopEvidence::lateShare()
};

/// How this program itself disturbs the measurement. The same loop is measured while the window draws, while
/// it does not draw (as when it is hidden), and from the command line.
struct OwnDisturbance {
    LoopEvidence quiet;
    LoopEvidence drawing;
    TerminalEvidence terminal;               ///< without blocks if it was not measured
    std::optional<Share> late;               ///< drawing − quiet
    std::optional<Share> median;             ///< ns
    std::optional<Share> lateToTerminal;     ///< quiet − terminal
    std::optional<Share> medianToTerminal;   ///< ns, over the rounds with both
    std::vector<std::size_t> terminalRounds; ///< for each terminal block, the index of its quiet block
    std::string sentence;
};

/// A diagnosis: what was measured, and what follows from it.
struct Diagnosis {
    DiagnosisPlan plan;
    std::string startedUtc;
    double seconds = 0;                ///< wall time
    LoopEvidence now;                  ///< the user's loop
    std::vector<Candidate> candidates; ///< other ways of waiting, measured in turn with it
    MachineEvidence machine;
    std::vector<TrialOutcome> trials; ///< in the order they were run
    std::optional<XAdvice> x;
    std::optional<OwnDisturbance> disturbance;
    /// Share of the measured processor's time that the window's thread used; absent: no window.
    std::optional<double> windowOnProcessor;
    std::string refused; ///< a sentence, if the kernel refused a setting that is then left out; or empty

    // conclude() computes everything below from what is above.
    Findings findings;
    Verdict verdict;
    Recommendation recommendation;
    std::string cured; ///< `Fit once cured: …`, if a trial or a candidate has shown it; or empty
};

/// Draws all conclusions anew; call it when a trial has been added. Pure.
void conclude(Diagnosis& diagnosis);
/// Adds an outcome, or replaces an earlier one of the same trial, and concludes.
void addTrial(Diagnosis& diagnosis, TrialOutcome outcome);
/// The loop with a cure, as one of the ways of waiting.
[[nodiscard]] Candidate candidateOf(const TrialOutcome& trial);
/// The plan of a trial for this diagnosis. The trial `together` combines the trials that helped.
[[nodiscard]] TrialPlan trialPlan(const Diagnosis& diagnosis, std::string_view trial);

/// What a diagnosis varies in the program around the measuring thread. Called on the job's thread.
class Surroundings {
public:
    virtual ~Surroundings() = default;
    /// Makes the window draw 60 times a second, or not at all, as when it is hidden. Takes effect within
    /// milliseconds; does not wait.
    virtual void draw(bool on) = 0;
    /// Runs the plan in a process of its own for `length`, after a `warmup` that does not count. Waits for
    /// its end. Absent: it could not be run, or it was cancelled.
    virtual std::optional<LoopBlock> terminalBlock(const RunPlan& plan, Nanoseconds warmup,
                                                   Nanoseconds length, JobControl& control) = 0;
};

/// Measures and concludes, on the calling thread (a Job's). If `around` is given, it is varied between blocks
/// of the user's loop. This shows the program's own disturbance. It takes about 12 s of the time, so a quick
/// diagnosis does without. Error: as checkDiagnosis(). Absent: cancelled.
[[nodiscard]] Result<std::optional<Diagnosis>> runDiagnosis(const DiagnosisPlan& plan, JobControl& control,
                                                            Surroundings* around = nullptr);

} // namespace jitterscope
