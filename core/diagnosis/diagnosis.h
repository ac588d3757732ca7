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
    bool quick = false;                        ///< 15 s at most instead of 60
    std::shared_ptr<const MachineModel> model; ///< of a machine that needs a file
};

/// The standard plan of a job: `system-sleep`, no work, thread settings as they are.
[[nodiscard]] DiagnosisPlan diagnosisPlan(std::string_view job);
/// Puts the target's rate and tolerance into the loop.
void applyTarget(DiagnosisPlan& plan);
/// Finds everything that can be known to be wrong before a start.
[[nodiscard]] Result<Done> checkDiagnosis(const DiagnosisPlan& plan);
/// Approximate seconds on this machine.
[[nodiscard]] double diagnosisSeconds(const DiagnosisPlan& plan) noexcept;

/// One sentence if the diagnosis is too short to show that the job is met; empty: it is long enough.
/// `window`: it varies its surroundings, which takes a part of the time (a quick one does not).
[[nodiscard]] std::string diagnosisLimits(const DiagnosisPlan& plan, bool window = false);

/// The loop in a process of its own, as from the command line: a few blocks.
struct TerminalEvidence {
    std::vector<LoopBlock> blocks; ///< without costs
    [[nodiscard]] std::int64_t frames() const noexcept;
    [[nodiscard]] std::optional<Share> lateShare() const; ///< as LoopEvidence::lateShare()
};

/// What this program itself does to the measurement: the same loop with its window drawing, with the window
/// not drawn, as when it is hidden, and from the command line.
struct OwnDisturbance {
    LoopEvidence quiet;
    LoopEvidence drawing;
    TerminalEvidence terminal;               ///< without blocks: it was not measured
    std::optional<Share> late;               ///< drawing − quiet
    std::optional<Share> median;             ///< ns
    std::optional<Share> lateToTerminal;     ///< quiet − terminal
    std::optional<Share> medianToTerminal;   ///< ns, over the rounds with both
    std::vector<std::size_t> terminalRounds; ///< of the quiet blocks, the terminal's neighbours
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
    /// Share of looks at which the window's thread was on the processor that is measured; absent: no window.
    std::optional<double> windowOnProcessor;
    std::string refused; ///< what the kernel refused, and that it was measured without it; or empty

    // From here on: concluded from what is above by conclude().
    Findings findings;
    Verdict verdict;
    Recommendation recommendation;
    std::string cured; ///< `Fit once cured: …`, measured by a trial or a candidate; or empty
};

/// Draws all conclusions anew; call it when a trial has been added. Pure.
void conclude(Diagnosis& diagnosis);
/// Adds an outcome, in the place of an earlier one of the same trial, and concludes.
void addTrial(Diagnosis& diagnosis, TrialOutcome outcome);
/// The loop with a cure, as one of the ways of waiting.
[[nodiscard]] Candidate candidateOf(const TrialOutcome& trial);
/// The plan of a trial of this diagnosis. `together` has the trials that helped.
[[nodiscard]] TrialPlan trialPlan(const Diagnosis& diagnosis, std::string_view trial);

/// The program around the measuring thread, as far as a diagnosis varies it. On the job's thread.
class Surroundings {
public:
    virtual ~Surroundings() = default;
    /// The window draws 60 times a second, or not at all, as when it is hidden. Takes effect within
    /// milliseconds and waits for nobody.
    virtual void draw(bool on) = 0;
    /// The plan in a process of its own, with `warmup` before what counts. Waits for it. Absent: it could not
    /// be run, or it was cancelled.
    virtual std::optional<LoopBlock> terminalBlock(const RunPlan& plan, Nanoseconds warmup,
                                                   Nanoseconds length, JobControl& control) = 0;
};

/// Measures and concludes, on the calling thread (a Job's). `around`, if given, is varied between blocks of
/// the user's loop; that gives the program's own disturbance. It takes about 12 s of the time, so a quick
/// diagnosis goes without. Error: as checkDiagnosis. Absent: cancelled.
[[nodiscard]] Result<std::optional<Diagnosis>> runDiagnosis(const DiagnosisPlan& plan, JobControl& control,
                                                            Surroundings* around = nullptr);

} // namespace jitterscope
