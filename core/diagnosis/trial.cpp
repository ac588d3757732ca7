// SPDX-License-Identifier: MIT
#include "core/diagnosis/trial.h"

#include "core/base/parse.h"
#include "core/diagnosis/measured_loop.h"
#include "core/simulation/machine_catalog.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr int kPairs = 8;
constexpr double kMostRealtime = 90;            // % of a core; the kernel's limit is 95
constexpr Nanoseconds kLongest{19'000'000'000}; // all blocks of a trial together
constexpr Nanoseconds kQuickTrial{8'000'000'000};
constexpr Nanoseconds kLearning{700'000'000}; // before the first counted block of each side
constexpr Nanoseconds kSimulatedBlock{4'000'000'000};

/// The entries that a plan applies: one entry, or the parts of `together`.
std::vector<const Cure*> entriesOf(const TrialPlan& plan) {
    std::vector<const Cure*> entries;
    const std::vector<std::string> one{plan.id};
    for (const std::string& id : plan.id == kTogether ? plan.parts : one) {
        if (const Cure* const entry = findCure(curesHere(), id))
            entries.push_back(entry);
    }
    return entries;
}

/// One side of the comparison, with everything that it holds while one of its blocks runs.
class Side {
public:
    Side(BenchMachine& machine, const RunPlan& plan, JobControl& control, std::vector<const Cure*> held)
        : m_loop(machine, plan, control), m_held(std::move(held)) {}

    bool run(Nanoseconds length, bool counted) {
        std::vector<std::unique_ptr<CureHold>> holds;
        for (const Cure* entry : m_held) {
            if (entry->hold != nullptr)
                holds.push_back(entry->hold());
        }
        return m_loop.runBlock(length, counted);
    }
    [[nodiscard]] LoopEvidence evidence() const { return m_loop.evidence(); }

private:
    MeasuredLoop m_loop;
    std::vector<const Cure*> m_held;
};

void compare(TrialOutcome& outcome) {
    const auto before = outcome.before.lateShare();
    const auto after = outcome.after.lateShare();
    if (before && after) {
        outcome.pairs = std::min(outcome.before.blocks.size(), outcome.after.blocks.size());
        outcome.late = shareDifference(*after, *before);
    }
    outcome.median = pairedDifference(outcome.before, outcome.after, &LoopBlock::medianLateness);
    outcome.cpu = pairedDifference(outcome.before, outcome.after, &LoopBlock::cpuPercent);
    for (const SettingOutcome& setting : outcome.after.settings) {
        if (!setting.granted)
            outcome.notes.push_back(setting.name + " was refused: " + setting.reason);
    }
}

/// `−50.3 ± 0.8 µs`, both in the unit of the larger one.
std::string timeDifference(const Share& difference) {
    const double half = (difference.interval.high - difference.interval.low) / 2;
    const double size = std::max(std::abs(difference.value), half);
    const auto [scale, unit] = size >= 1e6   ? std::pair(1e6, " ms")
                               : size >= 1e3 ? std::pair(1e3, " µs")
                                             : std::pair(1.0, " ns");
    return (difference.value < 0 ? "−" : "+") + decimalText(std::abs(difference.value) / scale, 1) + " ± " +
           decimalText(half / scale, 1) + unit;
}

} // namespace

std::optional<Share> pairedDifference(const LoopEvidence& before, const LoopEvidence& after,
                                      std::optional<double> LoopBlock::*figure) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < std::min(before.blocks.size(), after.blocks.size()); ++i) {
        const std::optional<double> old = before.blocks[i].*figure;
        const std::optional<double> now = after.blocks[i].*figure;
        if (old && now)
            differences.push_back(*now - *old);
    }
    return meanDifference(differences);
}

std::string TrialOutcome::sentence() const {
    if (!support.available)
        return name + " cannot be tried here: " + support.reason;
    std::string text = name + ": ";
    text += median && median->shown() ? timeDifference(*median) + " in the median"
                                      : "no difference of the median shown";
    if (late && late->shown())
        text += std::string(", ") + (late->value < 0 ? "−" : "+") +
                decimalText(std::abs(late->value) * 100, 2) + " points late";
    constexpr double kLeastCpu = 0.05; // points; less would read as 0.0
    if (cpu)
        text += cpu->shown() && std::abs(cpu->value) >= kLeastCpu
                    ? std::string(", CPU ") + (cpu->value < 0 ? "−" : "+") +
                          decimalText(std::abs(cpu->value), 1) + " points"
                    : ", CPU ± 0";
    return text;
}

std::optional<RunPlan> curedLoop(const TrialPlan& plan) {
    RunPlan cured = plan.loop;
    bool changed = false;
    for (const Cure* entry : entriesOf(plan))
        changed = entry->applyHere(cured) || changed;
    return changed ? std::optional(cured) : std::nullopt;
}

std::string reasonAgainst(const TrialPlan& plan) {
    const std::vector<const Cure*> entries = entriesOf(plan);
    if (entries.empty())
        return plan.id == kTogether ? "no cure has helped by itself yet" : "there is no such trial";
    if (plan.id == kTogether && entries.size() == 1)
        return "only one cure helped, and that has been tried";
    for (const Cure* entry : entries) {
        if (entry->only && *entry->only != systemOf(plan.loop.machine.id))
            return "this system has no such setting";
        if (plan.loop.simulated() && !entry->simulated)
            return "a simulated machine has no such setting";
    }
    return curedLoop(plan) ? "" : "the loop does so already";
}

Support trialSupport(const TrialPlan& plan) {
    if (std::string reason = reasonAgainst(plan); !reason.empty())
        return {false, std::move(reason)};
    for (const Cure* entry : entriesOf(plan)) {
        if (plan.loop.simulated() || entry->support == nullptr)
            continue;
        if (Support support = entry->support(plan.loop); !support.available)
            return support;
    }
    const std::optional<RunPlan> cured = curedLoop(plan);
    if (cured->thread.realtime && cured->strategy.id == plan.loop.strategy.id &&
        plan.busyPercent > kMostRealtime)
        return {false, "a real-time thread that takes " + decimalText(plan.busyPercent, 0) +
                           " % of a processor is " +
                           std::string(realtimeLimit(systemOf(plan.loop.machine.id)))};
    return {};
}

std::optional<TrialOutcome> runTrial(const TrialPlan& plan, JobControl& control) {
    TrialOutcome outcome;
    outcome.id = plan.id;
    const Cure* const entry = findCure(curesHere(), plan.id);
    outcome.name = entry != nullptr ? entry->name : plan.id;
    if (plan.id == kTogether)
        outcome.parts = plan.parts;
    outcome.support = trialSupport(plan);
    if (!outcome.support.available)
        return outcome;
    const bool simulated = plan.loop.simulated();
    ExperimentPlan bench;
    bench.machine = plan.loop.machine;
    bench.seed = plan.loop.seed;
    bench.model = plan.model;
    BenchMachine machine(bench, control, "trial " + plan.id);
    Side before(machine, plan.loop, control, {});
    Side after(machine, *curedLoop(plan), control, entriesOf(plan));
    const Nanoseconds all = plan.quick ? kQuickTrial : kLongest;
    const Nanoseconds block = simulated ? kSimulatedBlock : (all - 2 * kLearning) / (2 * kPairs);
    if (!before.run(kLearning, false) || !after.run(kLearning, false))
        return std::nullopt;
    for (int pair = 0; pair < kPairs; ++pair) {
        control.report(static_cast<double>(pair) / kPairs, outcome.name);
        Side& first = pair % 2 == 0 ? before : after; // neither side is always the first of its pair
        Side& second = pair % 2 == 0 ? after : before;
        if (!first.run(block, true) || !second.run(block, true))
            return std::nullopt;
    }
    outcome.before = before.evidence();
    outcome.after = after.evidence();
    compare(outcome);
    return outcome;
}

} // namespace jitterscope
