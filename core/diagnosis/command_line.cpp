// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/snippet.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <algorithm>
#include <span>

namespace jitterscope {
namespace {

const std::vector<ParameterInfo> kNone;

template <typename Entry>
const std::vector<ParameterInfo>& parametersOf(std::span<const Entry> catalog, std::string_view id) {
    const Entry* const entry = findEntry(catalog, id);
    return entry != nullptr ? entry->parameters : kNone;
}

/// A parameter as text: `name=value`.
std::string assignment(const ParameterInfo& info, double value) {
    return std::string(info.name) + "=" + parameterText(info, value);
}

/// `:name=value,name=value` for the values that differ from their defaults.
template <typename Entry>
std::string changed(std::span<const Entry> catalog, std::string_view id, const ParameterValues& values) {
    const std::vector<ParameterInfo>& infos = parametersOf(catalog, id);
    std::string text;
    for (std::size_t i = 0; i < infos.size(); ++i) {
        if (values[i] != infos[i].standard)
            text += (text.empty() ? ":" : ",") + assignment(infos[i], values[i]);
    }
    return text;
}

std::string targetOptions(const Target& target) {
    std::string text = " --job " + target.job;
    if (target.job != "own")
        return text;
    return text + " --rate " + target.period.rateText() + " --tolerance " + durationText(target.beyond) +
           " --allowed " + target.allowedPercent();
}

std::string strategyOptions(const RunPlan& loop) {
    std::string text = " --strategy " + loop.strategy.id;
    const std::vector<ParameterInfo>& own = parametersOf(sleepCatalog(), loop.strategy.id);
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (loop.strategy.values[i] != own[i].standard)
            text += " --param " + assignment(own[i], loop.strategy.values[i]);
    }
    const RunPlan standard = standardPlan();
    if (loop.policy.id != standard.policy.id)
        text += " --policy " + loop.policy.id;
    const std::vector<ParameterInfo>& policy = parametersOf(pacingCatalog(), loop.policy.id);
    for (std::size_t i = 0; i < policy.size(); ++i) {
        // A name that the strategy has as well would mean the strategy's parameter.
        const bool taken = std::ranges::count(own, policy[i].name, &ParameterInfo::name) > 0;
        const bool usual =
            loop.policy.id == standard.policy.id && loop.policy.values[i] == standard.policy.values[i];
        if (!taken && !usual)
            text += " --param " + assignment(policy[i], loop.policy.values[i]);
    }
    return text;
}

std::string workOptions(const RunPlan& loop) {
    if (loop.work.id == "none")
        return {};
    return " --work " + loop.work.id + changed(workCatalog(), loop.work.id, loop.work.values);
}

/// The file of a recorded machine is called FILE, because paths are private.
std::string machineOptions(const RunPlan& loop) {
    if (!loop.simulated())
        return {};
    std::string text = " --machine " + loop.machine.id;
    if (!loop.machine.file.empty())
        text += ":file=FILE";
    else
        text += changed(machineCatalog(), loop.machine.id, loop.machine.values);
    return text + " --seed " + std::to_string(loop.seed);
}

std::string threadOptions(const ThreadPlan& thread) {
    std::string text;
    if (thread.realtime)
        text += " --realtime";
    if (thread.cpu >= 0)
        text += " --cpu " + std::to_string(thread.cpu);
    if (thread.slack)
        text += " --slack " + durationText(*thread.slack);
    return text;
}

} // namespace

std::string runCommand(const RunPlan& loop) {
    std::string text = "jitterscope-cli run --rate " + loop.period.rateText() + " --tolerance " +
                       durationText(loop.effectiveTolerance()) + strategyOptions(loop) + workOptions(loop);
    if (loop.load > 0)
        text += " --load " + std::to_string(loop.load);
    return text + machineOptions(loop) + threadOptions(loop.thread);
}

std::string diagnosisCommand(const DiagnosisPlan& plan, bool trials) {
    const RunPlan& loop = plan.loop;
    std::string text = "jitterscope-cli diagnose" + targetOptions(plan.target) + strategyOptions(loop);
    text += workOptions(loop) + machineOptions(loop) + threadOptions(loop.thread);
    return text + (plan.quick ? " --quick" : "") + (trials ? " --trials" : "");
}

} // namespace jitterscope
