// SPDX-License-Identifier: MIT
#include "core/diagnosis/diagnosis.h"

#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/run/resolve.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

/// All ways of waiting among which a recommendation chooses: first the loop now, then the most similar ones.
std::vector<Candidate> measured(const Diagnosis& diagnosis) {
    std::vector<Candidate> list;
    list.push_back({planName(diagnosis.now.plan), true, diagnosis.now});
    for (const Candidate& candidate : diagnosis.candidates)
        list.push_back(candidate);
    for (const TrialOutcome& trial : diagnosis.trials) {
        if (!trial.measured())
            continue;
        list.push_back(candidateOf(trial));
    }
    return list;
}

std::string curedText(const Diagnosis& diagnosis) {
    const auto& pick = diagnosis.recommendation.pick;
    const bool ill =
        diagnosis.verdict.fitness == Fitness::Unfit || diagnosis.verdict.fitness == Fitness::Marginal;
    if (!ill || !pick || pick->now || pick->fitness(diagnosis.plan.target) != Fitness::Fit)
        return {};
    const Share late = *pick->evidence.lateShare();
    const std::string share = late.value <= 0
                                  ? "none of " + std::to_string(pick->evidence.frames()) + " was late"
                                  : said::share(late.value) + " are late";
    return "Fit once cured: with " + pick->name + " " + share + ", measured.";
}

/// `median 1.2 µs later (0.8 µs … 1.6 µs), 0.3 points more late`. Empty: no difference is shown.
std::string differenceWords(const std::optional<Share>& median, const std::optional<Share>& late) {
    std::string text;
    if (median && median->shown()) {
        const double sign = median->value < 0 ? -1 : 1;
        const double ends[] = {sign * median->interval.low, sign * median->interval.high};
        text = "median " + said::duration(sign * median->value) + (sign < 0 ? " earlier (" : " later (") +
               said::duration(std::min(ends[0], ends[1])) + " … " +
               said::duration(std::max(ends[0], ends[1])) + ")";
    }
    if (late && late->shown())
        said::append(text, decimalText(100 * std::abs(late->value), 2) + " points " +
                               (late->value < 0 ? "fewer late" : "more late"));
    return text;
}

std::string disturbanceText(const OwnDisturbance& own) {
    const auto say = [](const std::string& words) {
        return words.empty() ? std::string("no difference shown") : words;
    };
    std::string text =
        "Own disturbance: window drawing against not drawn, " + say(differenceWords(own.median, own.late));
    if (!own.terminal.blocks.empty())
        text += "; not drawn against the command line, " +
                say(differenceWords(own.medianToTerminal, own.lateToTerminal));
    return text + ".";
}

} // namespace

Candidate candidateOf(const TrialOutcome& trial) {
    const std::vector<std::string> cures = trial.parts.empty() ? std::vector{trial.id} : trial.parts;
    const bool idle = std::ranges::count(cures, "idle") > 0;
    return {planName(trial.after.plan) + (idle ? ", no deep idle states" : ""), false, trial.after, idle,
            cures};
}

DiagnosisPlan diagnosisPlan(std::string_view job) {
    DiagnosisPlan plan;
    plan.target = targetOf(job);
    plan.loop = standardPlan();
    plan.loop.strategy = sleepChoice("system-sleep");
    applyTarget(plan);
    return plan;
}

void applyTarget(DiagnosisPlan& plan) {
    plan.loop.period = plan.target.period;
    plan.loop.tolerance = plan.target.beyond;
}

Result<Done> checkDiagnosis(const DiagnosisPlan& plan) {
    if (!(plan.target.allowed > 0 && plan.target.allowed < 1))
        return Error{ErrorCode::Usage,
                     "allowed share " + numberText(plan.target.allowed) + " is out of range",
                     "more than 0, less than 1"};
    if (plan.loop.load > 0)
        return Error{ErrorCode::Usage, "a diagnosis has no background load of its own", "load 0"};
    ThreadPlan untouched;
    untouched.anatomy = plan.loop.thread.anatomy;
    if (plan.loop.simulated() && plan.loop.thread != untouched)
        return Error{ErrorCode::Usage, "a simulated machine has no thread settings",
                     "leave out --slack, --cpu and --realtime"};
    return checkPlan(plan.loop);
}

TrialPlan trialPlan(const Diagnosis& diagnosis, std::string_view trial) {
    TrialPlan plan;
    plan.id = trial;
    plan.loop = diagnosis.plan.loop;
    plan.model = diagnosis.plan.model;
    plan.quick = diagnosis.plan.quick;
    plan.busyPercent = diagnosis.now.busyPercent;
    for (const TrialOutcome& outcome : diagnosis.trials) {
        if (outcome.measured() && outcome.helped() && outcome.id != kTogether)
            plan.parts.push_back(outcome.id);
    }
    return plan;
}

void conclude(Diagnosis& diagnosis) {
    const Target& target = diagnosis.plan.target;
    diagnosis.findings = findingsOf(target, diagnosis.now, diagnosis.machine);
    diagnosis.verdict = verdictOf(target, diagnosis.now, diagnosis.machine.use, diagnosis.findings);
    if (!diagnosis.refused.empty())
        diagnosis.verdict.detail += (diagnosis.verdict.detail.empty() ? "" : " ") + diagnosis.refused;
    diagnosis.recommendation =
        recommend(target, measured(diagnosis), diagnosis.plan.quick, &diagnosis.findings);
    diagnosis.recommendation.x = diagnosis.x;
    diagnosis.cured = curedText(diagnosis);
    if (diagnosis.disturbance)
        diagnosis.disturbance->sentence = disturbanceText(*diagnosis.disturbance);
}

void addTrial(Diagnosis& diagnosis, TrialOutcome outcome) {
    std::erase_if(diagnosis.trials, [&](const TrialOutcome& old) { return old.id == outcome.id; });
    diagnosis.trials.push_back(std::move(outcome));
    conclude(diagnosis);
}

} // namespace jitterscope
