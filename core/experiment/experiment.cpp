// SPDX-License-Identifier: MIT
#include "core/experiment/experiment.h"

#include "core/base/catalog.h"
#include "core/base/said.h"
#include "core/experiment/point_watch.h"
#include "core/platform/counters.h"
#include "core/platform/keep_awake.h"
#include "core/platform/system_time.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace jitterscope {

ExperimentPlan experimentPlan(std::string_view id) {
    ExperimentPlan plan;
    plan.id = id;
    if (const ExperimentEntry* entry = findEntry(experimentCatalog(), id)) {
        plan.values = ParameterValues(entry->parameters);
        for (const std::string_view strategy : entry->strategies)
            plan.strategies.emplace_back(strategy);
        for (const double rate : entry->rates)
            plan.rates.push_back(Period::fromRate(static_cast<std::int64_t>(rate), 1).value());
    }
    return plan;
}

namespace {

/// A strategy that the machine cannot run is left out with a note. If none remains there is nothing to
/// measure.
Result<Done> checkStrategies(const ExperimentEntry& entry, const ExperimentPlan& plan) {
    for (const std::string& id : plan.strategies) {
        if (const auto strategy = requireEntry(sleepCatalog(), id, "strategy"); !strategy)
            return strategy.error();
    }
    if (entry.strategies.empty())
        return Done{};
    Result<Done> supported =
        Error{ErrorCode::Usage, "strategies: none is chosen", "at least one of " + idList(sleepCatalog())};
    for (const std::string& id : plan.strategies) {
        supported = checkSupport(id, effectivePlan(plan).machine.id);
        if (supported)
            break;
    }
    return supported;
}

void cutDown(ParameterValues& values, const std::vector<QuickLimit>& limits) {
    for (const QuickLimit& limit : limits) {
        if (limit.onlyWith.empty() || values[limit.onlyWith] != 0)
            values.set(limit.parameter, std::min(values[limit.parameter], limit.most));
    }
}

} // namespace

Result<Done> checkExperiment(const ExperimentPlan& plan) {
    const auto entry = requireEntry(experimentCatalog(), plan.id, "experiment");
    if (!entry)
        return entry.error();
    if (auto checked = checkParameters(entry.value()->parameters, plan.values, plan.id); !checked)
        return checked;
    if (!entry.value()->rates.empty() && plan.rates.empty())
        return Error{ErrorCode::Usage, "rates: none is chosen", "at least one, 0.1 … 100000 Hz"};
    const auto machine = requireEntry(machineCatalog(), plan.machine.id, "machine");
    if (!machine)
        return machine.error();
    if (auto checked = checkParameters(machine.value()->parameters, plan.machine.values, plan.machine.id);
        !checked)
        return checked;
    if (machine.value()->needsFile && plan.machine.file.empty())
        return Error{ErrorCode::Usage, "machine " + plan.machine.id + " needs a file", "file=PATH"};
    return checkStrategies(*entry.value(), plan);
}

ExperimentPlan effectivePlan(const ExperimentPlan& plan) {
    ExperimentPlan effective = plan;
    const ExperimentEntry* const entry = findEntry(experimentCatalog(), plan.id);
    if (entry == nullptr)
        return effective;
    if (plan.quick)
        cutDown(effective.values, entry->quick);
    if (entry->onlySimulated)
        effective.machine = machineChoice("fake-scheduler");
    return effective;
}

std::string quickText(const ExperimentPlan& plan) {
    const ExperimentPlan effective = effectivePlan(plan);
    std::string text;
    for (const ParameterInfo& info : findEntry(experimentCatalog(), plan.id)->parameters) {
        const double value = effective.values[info.name];
        if (value != plan.values[info.name])
            said::append(text, std::string(info.name) + ' ' + parameterText(info, value));
    }
    return text;
}

Digest digestOf(const ExperimentResult& result) {
    const ExperimentEntry* const entry = findEntry(experimentCatalog(), result.plan.id);
    if (entry != nullptr && entry->digest != nullptr)
        return entry->digest(result);
    return {{result.points}, {}};
}

Result<ExperimentResult> runExperiment(const ExperimentPlan& plan, JobControl& control) {
    if (auto checked = checkExperiment(plan); !checked)
        return checked.error();
    const ExperimentEntry* entry = findEntry(experimentCatalog(), plan.id);
    ExperimentResult result;
    result.plan = effectivePlan(plan);
    if (plan.machine.id != "here" && plan.machine != result.plan.machine)
        result.notes.push_back("this experiment has a simulated machine of its own; " + plan.machine.id +
                               " as chosen is not used");
    result.simulated = result.plan.machine.id != "here";
    if (result.simulated) {
        auto model = modelOf(result.plan.machine, result.plan.model);
        if (!model)
            return model.error();
        result.plan.model = std::move(model).value();
    } else {
        result.plan.model.reset();
        result.startedUtc = utcNow();
        result.facts = readFacts();
    }
    const std::unique_ptr<AwakeHold> awake = result.simulated ? nullptr : keepAwake();
    std::optional<PointWatch> watch;
    if (!result.simulated)
        watch.emplace(makeCpuMeter(), std::thread::hardware_concurrency());
    result.points.observer = watch ? &*watch : nullptr;
    const TimePoint begin = systemNow();
    result.complete = entry->run(result.plan, control, result);
    result.points.observer = nullptr;
    if (watch) {
        if (std::string note = watch->note(result.points.rows.size()); !note.empty())
            result.notes.push_back(std::move(note));
    }
    result.seconds = static_cast<double>((systemNow() - begin).count()) / 1e9;
    result.plan.model.reset();
    control.report(1, {});
    return result;
}

} // namespace jitterscope
