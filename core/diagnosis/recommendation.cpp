// SPDX-License-Identifier: MIT
#include "core/diagnosis/recommendation.h"

#include "core/base/catalog.h"
#include "core/base/said.h"
#include "core/diagnosis/words.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kSameCpu = 0.3; // percentage points of CPU; a smaller difference does not count

double upperLate(const Candidate& candidate) {
    const auto late = candidate.evidence.lateShare();
    return late ? late->interval.high : 1;
}

double cpuOf(const Candidate& candidate) {
    return candidate.evidence.cpuPercent().value_or(std::numeric_limits<double>::max());
}

/// Whether a is better than b: fit before unfit, then the cheaper if both are fit, else the less late.
bool better(const Target& target, const Candidate& a, const Candidate& b) {
    const bool fitA = a.fitness(target) == Fitness::Fit;
    const bool fitB = b.fitness(target) == Fitness::Fit;
    if (fitA != fitB)
        return fitA;
    if (!fitA)
        return upperLate(a) < upperLate(b);
    return cpuOf(a) < cpuOf(b);
}

std::string lateText(const Share& late) {
    return said::share(late.value) + " late (" + said::share(late.interval.low) + " … " +
           said::share(late.interval.high) + ")";
}

/// `timer slack 1 ns`; on Windows `timer period 1 ms`, since Windows takes whole milliseconds.
std::string timerText(const RunPlan& plan) {
    const bool windows = systemOf(plan.machine.id) == SystemFamily::Windows;
    const Nanoseconds length = windows ? Nanoseconds(timerPeriod(*plan.thread.slack)) : *plan.thread.slack;
    return (windows ? "timer period " : "timer slack ") + said::shortDuration(length);
}

std::string expectedText(const LoopEvidence& evidence) {
    const auto late = evidence.lateShare();
    std::string text = late ? lateText(*late) : "not measured";
    if (const auto cpu = evidence.cpuPercent())
        text += ", CPU for waiting " + cpuWords(*cpu);
    return text;
}

/// Whether a loop has a trial's cure already.
bool hasCure(const Candidate& candidate, const Cure& trial) {
    const std::string& strategy = candidate.evidence.plan.strategy.id;
    if (trial.id == "adaptive" && strategy == "half-millisecond")
        return true; // a margin of another kind
    RunPlan cured = candidate.evidence.plan;
    return std::ranges::count(candidate.cures, trial.id) > 0 || !trial.applyHere(cured);
}

/// What to do about the first cause if the choice alone is not enough, and whether that was tried.
void addFirstStep(Recommendation& recommendation, const Finding& first, bool tried) {
    std::string& text = recommendation.sentence;
    if (!first.cannotTell.empty()) {
        text += " " + first.cannotTell;
        return;
    }
    text += " First cause: " + first.because + ".";
    const Cure* const trial = findCure(curesHere(), first.trial);
    if (trial == nullptr || !hasCure(*recommendation.pick, *trial))
        text += " Do: " + first.doThis + ".";
    if (trial == nullptr || hasCure(*recommendation.pick, *trial))
        return;
    if (!tried)
        recommendation.notTried = trial->name;
    text += (tried ? " Tried, and not better: " : " Not tried yet: ") + std::string(trial->name) + ".";
}

std::vector<MeasuredWay> waysOf(const std::vector<Candidate>& candidates) {
    std::vector<MeasuredWay> ways;
    for (const Candidate& candidate : candidates) {
        const RunPlan& plan = candidate.evidence.plan;
        ways.push_back({candidate.name, plan.strategy.id, plan.policy.id, plan.thread, candidate.noDeepIdle,
                        candidate.evidence.frames(), expectedText(candidate.evidence)});
    }
    return ways;
}

/// The recommendation if work is longer than the period: then frames are lost, however the loop waits.
Recommendation keepAndWorkLess(Recommendation recommendation, const Candidate& now, const Finding& work) {
    recommendation.pick = now;
    recommendation.sentence = "No way of waiting helps, because " + work.because + " (" +
                              said::shortDuration(static_cast<double>(now.evidence.longestWorkAlone)) +
                              " of " + said::shortDuration(now.evidence.plan.period.nanoseconds()) +
                              "): " + work.doThis + ".";
    recommendation.expected = expectedText(now.evidence);
    return recommendation;
}

std::string sentenceOf(const Target& target, const Recommendation& recommendation, bool quick) {
    const Candidate& pick = *recommendation.pick;
    const std::string allowed = said::share(target.allowed);
    switch (pick.fitness(target)) {
    case Fitness::Fit:
        return pick.now
                   ? "Keep " + pick.name + ": it keeps its whole interval under " + allowed +
                         ", and nothing that was measured is much cheaper."
                   : "Pick " + pick.name + ", because nothing much cheaper keeps its whole interval under " +
                         allowed + ".";
    case Fitness::NotEnoughData:
        return "Try " + pick.name + ": it is the best so far, but " +
               std::to_string(framesToShow(target.allowed)) + " " + std::string(target.frames()) +
               " are needed to be sure" +
               (quick ? ". A full diagnosis measures longer." : ", more than this diagnosis measures.");
    case Fitness::Marginal:
    case Fitness::Unfit:
        break;
    }
    return (pick.fitness(target) == Fitness::Unfit
                ? "Nothing that was measured is fit for the job as the machine is now; "
                : "Nothing that was measured was shown to be fit for the job; ") +
           pick.name + (pick.now ? ", as the loop waits now, comes closest." : " comes closest.");
}

std::string whyNotText(const Target& target, const Candidate& pick, const Candidate& other) {
    const auto pickCpu = pick.evidence.cpuPercent();
    const auto otherCpu = other.evidence.cpuPercent();
    const auto late = other.evidence.lateShare();
    std::string text = "Runner-up, measured in turn with it: " + other.name;
    if (late)
        text += ", " + lateText(*late);
    if (otherCpu)
        text += ", CPU " + cpuWords(*otherCpu);
    if (other.fitness(target) == Fitness::NotEnoughData)
        return text + ". Too few " + std::string(target.frames()) + " to show that it is fit.";
    if (other.fitness(target) != Fitness::Fit)
        return text + ". It was not shown to be fit.";
    if (pickCpu && otherCpu && *otherCpu > *pickCpu + kSameCpu)
        return text + ". It costs more CPU, which this job does not need.";
    return text + ". It costs the same; the pick changes less in your code.";
}

/// Among the fit ones that cost about the same as the cheapest, the one that changes least. `candidates`
/// begins with those that change least. If none is fit, the first one of `order`.
std::size_t pickOf(const Target& target, const std::vector<Candidate>& candidates,
                   const std::vector<std::size_t>& order) {
    const Candidate& first = candidates[order.front()];
    std::size_t pick = order.front();
    for (const std::size_t i : order) {
        const bool equal = first.fitness(target) == Fitness::Fit &&
                           candidates[i].fitness(target) == Fitness::Fit &&
                           cpuOf(candidates[i]) <= cpuOf(first) + kSameCpu;
        if (equal && i < pick)
            pick = i;
    }
    return pick;
}

} // namespace

Fitness Candidate::fitness(const Target& target) const {
    return judge(evidence.lateShare(), evidence.frames(), target.allowed);
}

std::string planName(const RunPlan& plan) {
    const SleepEntry* const entry = findEntry(sleepCatalog(), plan.strategy.id);
    std::string name(entry != nullptr ? entry->name : std::string_view(plan.strategy.id));
    if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z')
        name[0] = static_cast<char>(name[0] - 'A' + 'a');
    if (plan.thread.realtime)
        name += ", real-time class";
    else if (plan.thread.slack)
        name += ", " + timerText(plan);
    if (plan.thread.cpu >= 0)
        name += ", pinned";
    return name;
}

Recommendation recommend(const Target& target, std::vector<Candidate> candidates, bool quick,
                         const Findings* findings) {
    Recommendation recommendation;
    std::erase_if(candidates, [](const Candidate& candidate) { return candidate.evidence.frames() == 0; });
    const bool triedFirst = findings != nullptr && findings->first &&
                            std::ranges::any_of(candidates, [&](const Candidate& candidate) {
                                return std::ranges::count(candidate.cures, findings->first->trial) > 0;
                            });
    if (candidates.empty()) {
        recommendation.sentence = "Nothing was measured.";
        return recommendation;
    }
    recommendation.measured = waysOf(candidates);
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return better(target, candidates[a], candidates[b]); });
    const bool anyFit = candidates[order.front()].fitness(target) == Fitness::Fit;
    const auto now = std::ranges::find(candidates, true, &Candidate::now);
    if (!anyFit && findings != nullptr && findings->first && findings->first->id == "work" &&
        now != candidates.end() && workTooLong(target, now->evidence))
        return keepAndWorkLess(std::move(recommendation), *now, *findings->first);
    const std::size_t pick = pickOf(target, candidates, order);
    for (const std::size_t i : order) {
        if (!recommendation.runnerUp && candidates[i].name != candidates[pick].name)
            recommendation.runnerUp = candidates[i]; // the same loop may have been measured twice
    }
    recommendation.pick = std::move(candidates[pick]);
    recommendation.sentence = sentenceOf(target, recommendation, quick);
    if (const Fitness fitness = recommendation.pick->fitness(target);
        (fitness == Fitness::Unfit || fitness == Fitness::Marginal) && findings != nullptr && findings->first)
        addFirstStep(recommendation, *findings->first, triedFirst);
    recommendation.expected = expectedText(recommendation.pick->evidence);
    if (recommendation.runnerUp)
        recommendation.whyNot = whyNotText(target, *recommendation.pick, *recommendation.runnerUp);
    return recommendation;
}

} // namespace jitterscope
