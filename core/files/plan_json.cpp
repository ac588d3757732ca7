// SPDX-License-Identifier: MIT
#include "core/files/plan_json.h"

#include "core/base/parse.h"
#include "core/files/json_parts.h"
#include "core/files/json_text.h"
#include "core/pacing/pacing_catalog.h"
#include "core/run/resolve.h"
#include "core/simulation/machine_catalog.h"
#include "core/sleep/sleep_catalog.h"
#include "core/workload/workload.h"

#include <limits>
#include <utility>

namespace jitterscope {
namespace {

constexpr int kPlanSchema = 1;
constexpr std::int64_t kLongestTime = 1'000'000'000'000'000'000; // ns
constexpr int kMostProcessors = 65536;
constexpr const char* kSchemaField = "jitterscope-plan";

Error wrong(std::string_view field, const std::string& what) {
    return Error{ErrorCode::Format, "plan field '" + std::string(field) + "': " + what, ""};
}

/// Reads the fields of one plan; stops at the first Error and keeps it.
class PlanReader {
public:
    explicit PlanReader(const Json& json) noexcept : m_json(json) {}

    [[nodiscard]] const std::optional<Error>& failure() const noexcept { return m_failure; }

    void text(const char* field, std::string& into) {
        if (const Json* value = find(field)) {
            if (value->is_string())
                into = value->get<std::string>();
            else
                fail(field, "a text is needed");
        }
    }

    void flag(const char* field, bool& into) {
        if (const Json* value = find(field)) {
            if (value->is_boolean())
                into = value->get<bool>();
            else
                fail(field, "true or false is needed");
        }
    }

    template <typename Integer>
    void integer(const char* field, Integer& into, Integer least, Integer most) {
        if (const Json* value = find(field))
            into = whole<Integer>(field, *value, least, most);
    }

    template <typename Time> // Nanoseconds or an optional of it
    void time(const char* field, Time& into) {
        if (const Json* value = find(field))
            into = Nanoseconds{whole<std::int64_t>(field, *value, 0, kLongestTime)};
    }

    void period(Period& into);

    template <typename Entry>
    void choice(std::span<const Entry> catalog, const char* field, const char* parameters, std::string& id,
                ParameterValues& values);

private:
    /// Null if the field is absent or null, or after an Error.
    const Json* find(const char* field) const {
        if (m_failure)
            return nullptr;
        const auto place = m_json.find(field);
        return place == m_json.end() || place->is_null() ? nullptr : &*place;
    }

    void fail(std::string_view field, const std::string& what) { m_failure = wrong(field, what); }

    template <typename Integer>
    Integer whole(const char* field, const Json& value, Integer least, Integer most) {
        if (value.is_number_unsigned()) {
            const auto number = value.get<std::uint64_t>();
            if (std::cmp_greater_equal(number, least) && std::cmp_less_equal(number, most))
                return static_cast<Integer>(number);
        } else if (value.is_number_integer()) {
            const auto number = value.get<std::int64_t>();
            if (std::cmp_greater_equal(number, least) && std::cmp_less_equal(number, most))
                return static_cast<Integer>(number);
        }
        fail(field,
             "a whole number from " + std::to_string(least) + " to " + std::to_string(most) + " is needed");
        return least;
    }

    static Result<double> parameter(const ParameterInfo& info, const Json& value);

    const Json& m_json;
    std::optional<Error> m_failure;
};

void PlanReader::period(Period& into) {
    const Json* value = find("rate");
    if (value == nullptr)
        value = find("rate_hz");
    if (value == nullptr)
        return;
    if (!value->is_string() && !value->is_number())
        return fail("rate", "a number or a text as 60000/1001 is needed");
    const Result<Period> parsed =
        Period::parseRate(value->is_string() ? value->get<std::string>() : numberText(value->get<double>()));
    if (!parsed)
        return fail("rate", parsed.error().message());
    into = parsed.value();
}

Result<double> PlanReader::parameter(const ParameterInfo& info, const Json& value) {
    if (info.unit == Unit::Choice && value.is_string())
        return parseParameter(info, value.get<std::string>());
    if (info.unit != Unit::Choice && value.is_number())
        return value.get<double>();
    return Error{ErrorCode::Format, "not of its type", rangeText(info)};
}

template <typename Entry>
void PlanReader::choice(std::span<const Entry> catalog, const char* field, const char* parameters,
                        std::string& id, ParameterValues& values) {
    text(field, id);
    if (m_failure)
        return;
    const Result<const Entry*> entry = requireEntry(catalog, id, field);
    if (!entry)
        return fail(field, entry.error().message());
    const std::vector<ParameterInfo>& infos = entry.value()->parameters;
    if (find(field) != nullptr)
        values = ParameterValues(infos);
    const Json* const object = find(parameters);
    if (object == nullptr)
        return;
    if (!object->is_object())
        return fail(parameters, "an object of names and values is needed");
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const auto place = object->find(std::string(infos[i].name));
        if (place == object->end())
            continue;
        const Result<double> value = parameter(infos[i], *place);
        if (!value)
            return fail(std::string(parameters) + "." + std::string(infos[i].name), value.error().message());
        values.set(i, value.value());
    }
    if (const Result<Done> checked = checkParameters(infos, values, id); !checked)
        fail(parameters, checked.error().message());
}

Result<Json> parsedObject(std::string_view text) {
    JsonText read = readJsonText(text);
    if (!read.fault) {
        if (read.json.is_object())
            return std::move(read.json);
        return Error{ErrorCode::Format, "the plan is not a JSON object", ""};
    }
    switch (read.fault->kind) {
    case JsonFault::Kind::Number:
        return Error{ErrorCode::Format, "the plan holds a number that is out of range", ""};
    case JsonFault::Kind::Limit:
        return Error{ErrorCode::Format, "the plan holds " + read.fault->what, ""};
    default:
        return Error{ErrorCode::Format,
                     "the plan is not valid JSON at byte " + std::to_string(read.fault->byte), ""};
    }
}

Result<Done> checkSchema(const Json& json) {
    const auto place = json.find(kSchemaField);
    if (place == json.end() || !place->is_number_integer())
        return Error{ErrorCode::Format, std::string("no '") + kSchemaField + "' field: this is not a plan",
                     ""};
    if (place->get<std::int64_t>() > kPlanSchema)
        return Error{ErrorCode::Format, "the plan has the newer schema " + place->dump(),
                     "a newer jitterscope wrote it"};
    if (place->get<std::int64_t>() < 1)
        return wrong(kSchemaField, "1 is needed");
    return Done{};
}

} // namespace

std::string planJson(const RunPlan& plan) {
    Json json = Json::object();
    json[kSchemaField] = kPlanSchema;
    json.update(planObject(plan));
    return dumped(json);
}

Result<RunPlan> parsePlan(std::string_view text) {
    const Result<Json> json = parsedObject(text);
    if (!json)
        return json.error();
    if (Result<Done> schema = checkSchema(json.value()); !schema)
        return schema.error();
    RunPlan plan = standardPlan();
    PlanReader reader(json.value());
    reader.choice(sleepCatalog(), "strategy", "params", plan.strategy.id, plan.strategy.values);
    reader.choice(pacingCatalog(), "policy", "policy_params", plan.policy.id, plan.policy.values);
    reader.choice(workCatalog(), "work", "work_params", plan.work.id, plan.work.values);
    reader.choice(machineCatalog(), "machine", "machine_params", plan.machine.id, plan.machine.values);
    reader.period(plan.period);
    reader.text("machine_file", plan.machine.file);
    reader.flag("real_pace", plan.machine.realPace);
    reader.integer("load", plan.load, 0, RunPlan::kMaximumLoad);
    reader.integer("seed", plan.seed, std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max());
    reader.integer("frames", plan.frames, std::int64_t{0}, RunPlan::kMaximumFrames);
    reader.time("duration_ns", plan.duration);
    reader.integer("warmup", plan.warmup, std::int64_t{0}, RunPlan::kMaximumFrames);
    reader.time("tolerance_ns", plan.tolerance);
    reader.time("stop_on_late_ns", plan.stopOnLate);
    reader.flag("realtime", plan.thread.realtime);
    reader.integer("cpu", plan.thread.cpu, -1, kMostProcessors);
    reader.time("slack_ns", plan.thread.slack);
    reader.flag("anatomy", plan.thread.anatomy);
    if (reader.failure())
        return *reader.failure();
    return plan;
}

} // namespace jitterscope
