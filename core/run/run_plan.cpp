// SPDX-License-Identifier: MIT
#include "core/run/run_plan.h"

#include "core/base/parse.h"
#include "core/pacing/pacing_catalog.h"
#include "core/platform/thread_control.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <algorithm>

namespace jitterscope {
namespace {

template <typename Entry>
Choice choiceOf(std::span<const Entry> entries, std::string_view id) {
    const Entry* entry = findEntry(entries, id);
    return {std::string(id), entry != nullptr ? ParameterValues(entry->parameters) : ParameterValues()};
}

/// The id is known and its values are in range.
template <typename Entry>
Result<Done> checkChoice(std::span<const Entry> entries, const std::string& id, const ParameterValues& values,
                         std::string_view what) {
    const Result<const Entry*> entry = requireEntry(entries, id, what);
    if (!entry)
        return entry.error();
    return checkParameters(entry.value()->parameters, values, id);
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

Result<Done> checkThisMachine(const RunPlan& plan) {
    if (plan.thread.cpu >= 0) {
        const std::vector<int> allowed = allowedProcessors();
        if (std::find(allowed.begin(), allowed.end(), plan.thread.cpu) == allowed.end())
            return Error{ErrorCode::Usage, "cpu " + std::to_string(plan.thread.cpu) + " cannot be used",
                         "one of " + processorList(allowed)};
    }
    return Done{};
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

RunPlan::RunPlan()
    : strategy(sleepChoice("precise-sleep")),
      policy(policyChoice("drop-and-rest")),
      work(workChoice("none")) {}

Nanoseconds RunPlan::effectiveTolerance() const noexcept {
    return tolerance.value_or(Nanoseconds(period.rounded().count() / 100));
}

Result<Done> checkPlan(const RunPlan& plan) {
    if (auto checked = checkChoice(sleepCatalog(), plan.strategy.id, plan.strategy.values, "strategy");
        !checked)
        return checked;
    if (auto checked = checkChoice(pacingCatalog(), plan.policy.id, plan.policy.values, "policy"); !checked)
        return checked;
    if (auto checked = checkChoice(workCatalog(), plan.work.id, plan.work.values, "work"); !checked)
        return checked;
    if (auto checked = checkChoice(machineCatalog(), plan.machine.id, plan.machine.values, "machine");
        !checked)
        return checked;
    if (auto checked = checkNumbers(plan); !checked)
        return checked;
    if (auto checked = checkSupport(plan.strategy.id, plan.machine.id); !checked)
        return checked;
    if (!plan.simulated())
        return checkThisMachine(plan);
    const MachineEntry* machine = findEntry(machineCatalog(), plan.machine.id);
    if (machine->needsFile && plan.machine.file.empty())
        return Error{ErrorCode::Usage, "machine " + plan.machine.id + " needs a file", "file=PATH"};
    if (plan.load > 0)
        return Error{ErrorCode::Usage, "load threads do nothing to a simulated machine",
                     "a machine with -loaded in its name"};
    return Done{};
}

} // namespace jitterscope
