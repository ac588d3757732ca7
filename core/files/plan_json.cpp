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

/// All fields but the rate, for the reader and the writer.
template <typename Fields, typename Plan>
void planFields(Fields& fields, Plan& plan) {
    fields.choice("strategy", "params", sleepCatalog(), plan.strategy.id, plan.strategy.values);
    fields.choice("policy", "policy_params", pacingCatalog(), plan.policy.id, plan.policy.values);
    fields.choice("work", "work_params", workCatalog(), plan.work.id, plan.work.values);
    fields.whole("load", 0, RunPlan::kMaximumLoad, plan.load);
    fields.choice("machine", "machine_params", machineCatalog(), plan.machine.id, plan.machine.values);
    fields.text("machine_file", plan.machine.file);
    fields.flag("real_pace", plan.machine.realPace);
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
}

} // namespace

Json planObject(const RunPlan& plan) {
    Json object = Json::object();
    for (const char* const first : {"strategy", "policy", "rate_hz", "rate", "params", "x", "policy_params"})
        object[first] = nullptr; // in the order that the columns of the summary CSV have
    object["rate_hz"] = plan.period.hertz();
    object["rate"] = plan.period.rateText();
    JsonFieldWriter fields(object);
    planFields(fields, plan);
    object["x"] = object["params"].contains("x") ? object["params"]["x"] : Json(nullptr);
    return object;
}

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
    readPeriod(fields, plan.period);
    planFields(fields, plan);
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
