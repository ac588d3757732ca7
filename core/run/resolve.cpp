// SPDX-License-Identifier: MIT
#include "core/run/resolve.h"

#include "core/base/parse.h"
#include "core/platform/thread_control.h"

#include <algorithm>

namespace jitterscope {
namespace {

template <typename Entry>
Choice choiceOf(std::span<const Entry> entries, std::string_view id) {
    const Entry* entry = findEntry(entries, id);
    return {std::string(id), entry != nullptr ? ParameterValues(entry->parameters) : ParameterValues()};
}

/// The entry of this id. Error: the id is unknown, or a value is out of range.
template <typename Entry>
Result<const Entry*> lookUp(std::span<const Entry> entries, const std::string& id,
                            const ParameterValues& values, std::string_view what) {
    Result<const Entry*> entry = requireEntry(entries, id, what);
    if (!entry)
        return entry;
    if (const auto checked = checkParameters(entry.value()->parameters, values, id); !checked)
        return checked.error();
    return entry;
}

Error outOfRange(std::string field, std::string value, std::string range) {
    return {ErrorCode::Usage, std::move(field) + " " + std::move(value) + " is not in its range",
            std::move(range)};
}

Result<Done> checkNumbers(const RunPlan& plan) {
    if (plan.frames < 0 || plan.frames > RunPlan::kMaximumFrames)
        return outOfRange("frames", std::to_string(plan.frames), "1 … 10^12");
    if (plan.warmup < 0 || plan.warmup > RunPlan::kMaximumFrames)
        return outOfRange("warmup", std::to_string(plan.warmup), "0 … 10^12");
    if (plan.duration.count() < 0 || plan.duration > std::chrono::hours(24 * 365))
        return outOfRange("duration", durationText(plan.duration), "0 … a year");
    if (plan.tolerance && (plan.tolerance->count() < 0 || *plan.tolerance > std::chrono::seconds(10)))
        return outOfRange("tolerance", durationText(*plan.tolerance), "0 … 10s");
    if (plan.stopOnLate && (plan.stopOnLate->count() < 0 || *plan.stopOnLate > std::chrono::seconds(10)))
        return outOfRange("stop-on late", durationText(*plan.stopOnLate), "0 … 10s");
    if (plan.load < 0 || plan.load > RunPlan::kMaximumLoad)
        return outOfRange("load", std::to_string(plan.load), "0 … 256 threads");
    if (plan.thread.slack && (plan.thread.slack->count() < 1 || *plan.thread.slack > std::chrono::seconds(1)))
        return outOfRange("slack", durationText(*plan.thread.slack), "1ns … 1s");
    return Done{};
}

Result<Done> checkProcessor(const RunPlan& plan) {
    if (plan.thread.cpu < 0)
        return Done{};
    const std::vector<int> allowed = allowedProcessors();
    if (std::find(allowed.begin(), allowed.end(), plan.thread.cpu) != allowed.end())
        return Done{};
    return Error{ErrorCode::Usage, "cpu " + std::to_string(plan.thread.cpu) + " cannot be used",
                 "one of " + processorList(allowed)};
}

/// The machine's own requirements of a plan.
Result<Done> checkMachine(const RunPlan& plan, const MachineEntry& machine) {
    if (auto checked = checkNumbers(plan); !checked)
        return checked;
    if (auto checked = checkSupport(plan.strategy.id, plan.machine.id); !checked)
        return checked;
    if (!plan.simulated())
        return checkProcessor(plan);
    if (machine.needsFile && plan.machine.file.empty())
        return Error{ErrorCode::Usage, "machine " + plan.machine.id + " needs a file", "file=PATH"};
    if (plan.load > 0)
        return Error{ErrorCode::Usage, "load threads have no effect on a simulated machine",
                     "a machine with -loaded in its name"};
    return Done{};
}

/// A checked plan without the model of its machine, and that machine.
Result<ResolvedPlan> resolveIds(const RunPlan& plan, const MachineEntry*& machine) {
    Result<ResolvedPlan> resolved = resolveParts(plan);
    if (!resolved)
        return resolved;
    const auto entry = lookUp(machineCatalog(), plan.machine.id, plan.machine.values, "machine");
    if (!entry)
        return entry.error();
    machine = entry.value();
    if (const auto checked = checkMachine(plan, *machine); !checked)
        return checked.error();
    return resolved;
}

} // namespace

Choice sleepChoice(std::string_view id) {
    return choiceOf(sleepCatalog(), id);
}
Choice policyChoice(std::string_view id) {
    return choiceOf(pacingCatalog(), id);
}
Choice workChoice(std::string_view id) {
    return choiceOf(workCatalog(), id);
}

MachineChoice machineChoice(std::string_view id) {
    Choice choice = choiceOf(machineCatalog(), id);
    return {std::move(choice.id), choice.values, {}, false};
}

Result<Done> checkSupport(const std::string& strategy, const std::string& machine) {
    const SleepEntry& entry = *findEntry(sleepCatalog(), strategy);
    const Support support = sleepSupport(entry, machine);
    if (support.available)
        return Done{};
    return Error{ErrorCode::Unsupported,
                 strategy + " cannot run " + (machine == "here" ? "here" : "on " + machine) + ": " +
                     support.reason,
                 "simulated machines that run it: " + machinesThatRun(entry)};
}

RunPlan standardPlan() {
    RunPlan plan;
    plan.strategy = sleepChoice("precise-sleep");
    plan.policy = policyChoice("drop-and-rest");
    plan.work = workChoice("none");
    return plan;
}

Result<Done> checkPlan(const RunPlan& plan) {
    const auto resolved = resolveChange(plan);
    return resolved ? Result<Done>(Done{}) : Result<Done>(resolved.error());
}

Result<ResolvedPlan> resolveChange(const RunPlan& plan) {
    const MachineEntry* machine = nullptr;
    return resolveIds(plan, machine);
}

Result<ResolvedPlan> resolveParts(const RunPlan& plan) {
    const auto strategy = lookUp(sleepCatalog(), plan.strategy.id, plan.strategy.values, "strategy");
    if (!strategy)
        return strategy.error();
    const auto policy = lookUp(pacingCatalog(), plan.policy.id, plan.policy.values, "policy");
    if (!policy)
        return policy.error();
    const auto work = lookUp(workCatalog(), plan.work.id, plan.work.values, "work");
    if (!work)
        return work.error();
    return ResolvedPlan{plan, strategy.value(), policy.value(), work.value(), nullptr};
}

Result<ResolvedPlan> resolve(const RunPlan& plan, std::shared_ptr<const MachineModel> recorded) {
    const MachineEntry* machine = nullptr;
    Result<ResolvedPlan> resolved = resolveIds(plan, machine);
    if (!resolved || !machine->simulated)
        return resolved;
    auto model = modelOf(plan.machine, std::move(recorded));
    if (!model)
        return model.error();
    resolved.value().model = std::move(model).value();
    return resolved;
}

LoopParts makeParts(const ResolvedPlan& resolved, TimeSource& time) {
    return {makeStrategy(resolved, time), makePolicy(resolved), makeWork(resolved)};
}
std::unique_ptr<SleepStrategy> makeStrategy(const ResolvedPlan& resolved, TimeSource& time) {
    return resolved.strategy->make(time, resolved.plan.strategy.values);
}
std::unique_ptr<PacingPolicy> makePolicy(const ResolvedPlan& resolved) {
    return resolved.policy->make(resolved.plan.policy.values);
}
std::unique_ptr<Workload> makeWork(const ResolvedPlan& resolved) {
    return resolved.work->make(resolved.plan.work.values, resolved.plan.seed);
}

} // namespace jitterscope
