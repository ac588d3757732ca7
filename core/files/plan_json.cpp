// SPDX-License-Identifier: MIT
#include "core/files/plan_json.h"

#include "core/base/catalog.h"
#include "core/base/parse.h"
#include "core/files/json_fields.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <limits>
#include <optional>

namespace jitterscope {
namespace {

constexpr int kPlanSchema = 1;
constexpr int kMostProcessors = 65536;
constexpr std::string_view kOlderField = "jitterscope-plan";

void readPeriod(JsonFields& fields, Period& into) {
    const Json* value = fields.find("rate");
    if (value == nullptr)
        value = fields.find("rate_hz");
    if (value == nullptr)
        return;
    if (!value->is_string() && !value->is_number())
        return fields.fail("rate", "a number or a text as 60000/1001 is needed");
    const Result<Period> parsed =
        Period::parseRate(value->is_string() ? value->get<std::string>() : numberText(value->get<double>()));
    if (!parsed)
        return fields.fail("rate", parsed.error().message());
    into = parsed.value();
}

/// An entry of a catalogue with its parameters.
template <typename Entry>
void readChoice(JsonFields& fields, std::span<const Entry> catalog, const char* field, const char* parameters,
                std::string& id, ParameterValues& values) {
    fields.text(field, id);
    const Result<const Entry*> entry = requireEntry(catalog, id, field);
    if (!entry)
        return fields.fail(field, entry.error().message());
    if (fields.find(field) != nullptr)
        values = ParameterValues(entry.value()->parameters);
    fields.parameters(parameters, entry.value()->parameters, id, values);
}

} // namespace

Json planFileObject(const RunPlan& plan) {
    Json json = fileObject("plan", kOlderField);
    json.update(planObject(plan));
    return json;
}

std::string planJson(const RunPlan& plan) {
    return dumped(planFileObject(plan));
}

Result<RunPlan> planOf(const Json& json, const std::string& place) {
    RunPlan plan = standardPlan();
    std::optional<Error> failure;
    JsonFields fields(json, failure, place);
    readChoice(fields, sleepCatalog(), "strategy", "params", plan.strategy.id, plan.strategy.values);
    readChoice(fields, pacingCatalog(), "policy", "policy_params", plan.policy.id, plan.policy.values);
    readChoice(fields, workCatalog(), "work", "work_params", plan.work.id, plan.work.values);
    readChoice(fields, machineCatalog(), "machine", "machine_params", plan.machine.id, plan.machine.values);
    readPeriod(fields, plan.period);
    fields.text("machine_file", plan.machine.file);
    fields.flag("real_pace", plan.machine.realPace);
    fields.whole("load", 0, RunPlan::kMaximumLoad, plan.load);
    fields.whole("seed", std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max(), plan.seed);
    fields.whole("frames", std::int64_t{0}, RunPlan::kMaximumFrames, plan.frames);
    fields.time("duration_ns", plan.duration);
    fields.whole("warmup", std::int64_t{0}, RunPlan::kMaximumFrames, plan.warmup);
    fields.time("tolerance_ns", plan.tolerance);
    fields.time("stop_on_late_ns", plan.stopOnLate);
    fields.flag("realtime", plan.thread.realtime);
    fields.whole("cpu", -1, kMostProcessors, plan.thread.cpu);
    fields.time("slack_ns", plan.thread.slack);
    fields.flag("anatomy", plan.thread.anatomy);
    if (failure)
        return *failure;
    return plan;
}

Result<RunPlan> parsePlan(std::string_view text) {
    const Result<Json> json = parsedJson(text);
    if (!json)
        return json.error();
    if (const Result<Done> head = checkHead(json.value(), "plan", kOlderField, kPlanSchema, "a plan"); !head)
        return head.error();
    return planOf(json.value());
}

bool isPlanText(std::string_view head) noexcept {
    return head.substr(0, 200).find("\"" + std::string(kOlderField) + "\"") != std::string_view::npos;
}

} // namespace jitterscope
