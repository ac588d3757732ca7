// SPDX-License-Identifier: MIT
#include "core/files/json_parts.h"

#include "core/base/version.h"
#include "core/record/anatomy.h"

#include <cmath>

namespace jitterscope {
namespace {

/// Whole numbers without a fraction: 1, not 1.0, as people would write them.
Json number(double value) {
    constexpr double kExact = 9007199254740992.0;
    if (std::abs(value) < kExact && value == std::floor(value))
        return static_cast<std::int64_t>(value);
    return value;
}

Json parameterValue(const ParameterInfo& info, double value) {
    return info.unit == Unit::Choice ? Json(parameterText(info, value)) : number(value);
}

Json lateObject(const FrameMetrics& metrics) {
    Json late = Json::object();
    late["tolerance_ns"] = metrics.tolerance.count();
    late["count"] = metrics.late;
    for (const char* const field : {"fraction", "low", "high"})
        late[field] = nullptr;
    if (metrics.lateShare)
        late.update(shareObject(metrics.lateShare, "fraction"));
    return late;
}

} // namespace

Json fileObject(std::string_view kind, std::string_view older, Json schema) {
    return Json{{"jitterscope", kind},
                {"version", 1},
                {older, std::move(schema)},
                {"made_with", "jitterscope " + std::string(version())}};
}

Json shareObject(const std::optional<Share>& share, const char* value) {
    if (!share)
        return nullptr;
    return {{value, share->value}, {"low", share->interval.low}, {"high", share->interval.high}};
}

Json parametersObject(std::span<const ParameterInfo> infos, const ParameterValues& values) {
    Json object = Json::object();
    for (std::size_t i = 0; i < infos.size(); ++i)
        object[std::string(infos[i].name)] = parameterValue(infos[i], values[i]);
    return object;
}

Json causesObject(const Anatomy& anatomy) {
    Json causes = Json::array();
    for (const Cause cause : causesInOrder())
        causes.push_back({{"id", causeId(cause)},
                          {"frames", anatomy.of(cause).frames},
                          {"lateness_ns", anatomy.of(cause).lateness}});
    return {{"frames", anatomy.frames()},
            {"frames_with_queue", anatomy.framesWithQueue()},
            {"late_frames", anatomy.lateFrames()},
            {"causes", std::move(causes)}};
}

Json jobObject(const std::string& job, std::string_view verdict, const std::optional<Share>& late) {
    return {{"id", job}, {"verdict", verdict}, {"late", shareObject(late, "fraction")}};
}

Json partObject(const std::optional<TakenPart>& taken) {
    if (!taken)
        return nullptr;
    return {{"from_ns", orNull(taken->range.from)},
            {"to_ns", orNull(taken->range.to)},
            {"of_ns", taken->whole},
            {"frames_left_out", taken->leftOut}};
}

Json summaryObject(const Summary& summary) {
    Json object = Json::object();
    object["count"] = summary.count;
    for (const SummaryField& field : summaryFields())
        object[std::string(field.name)] = orNull(summary.*field.figure);
    return object;
}

void addMetrics(Json& object, const FrameMetrics& metrics) {
    object["frames"] = metrics.frames;
    object["warmup_frames"] = metrics.warmupFrames;
    object["stopped_frames"] = metrics.stoppedFrames;
    object["lost_iterations"] = metrics.lostIterations;
    object["frame_time_ns"] = summaryObject(metrics.frameTime);
    object["lateness_ns"] = summaryObject(metrics.lateness);
    object["error_ns"] = summaryObject(metrics.error);
    object["oversleep_ns"] = summaryObject(metrics.oversleep);
    object["late"] = lateObject(metrics);
    object["rate_hz_measured"] = orNull(metrics.rateHz);
    object["drift_ppm"] = orNull(metrics.driftPpm);
}

void addCpu(Json& object, const CpuUsage& cpu) {
    object["cpu"] = {{"thread_percent", orNull(cpu.threadPercent)},
                     {"process_percent", orNull(cpu.processPercent)},
                     {"machine_percent", orNull(cpu.machinePercent)},
                     {"pressure_percent", orNull(cpu.pressurePercent)},
                     {"steal_percent", orNull(cpu.stealPercent)}};
    object["context_switches"] = {{"voluntary", orNull(cpu.voluntary)},
                                  {"involuntary", orNull(cpu.involuntary)}};
}

void addPrivacy(Json& object, const Privacy& privacy) {
    if (privacy.redacted)
        object["left_out"] = std::vector<std::string>(leftOut().begin(), leftOut().end());
}

Json runObject(const RunResult& result, const Privacy& privacy) {
    Json object = Json::object();
    object["started_utc"] = textOrNull(result.startedUtc);
    object["plan"] = planObject(Redactor(privacy).plan(result.plan));
    addMetrics(object, result.metrics);
    object["lost_samples"] = result.lostSamples;
    addCpu(object, result.cpu);
    return object;
}

Json cellJson(const Cell& cell) {
    return std::visit(
        [](const auto& value) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                return nullptr;
            else
                return value;
        },
        cell);
}

Json rowObjects(const Table& table) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i)
            object[table.columns[i].name] = cellJson(row[i]);
        rows.push_back(std::move(object));
    }
    return rows;
}

Json factObject(const Fact& fact) {
    return {{"id", fact.id},
            {"name", fact.name},
            {"value", fact.state == FactState::Unknown ? Json(nullptr) : textOrNull(fact.value)},
            {"state", factStateId(fact.state)},
            {"why", fact.why},
            {"group", textOrNull(fact.group)},
            {"do", textOrNull(fact.doThis)},
            {"undo", textOrNull(fact.undo)},
            {"cost_ns", fact.cost ? Json(fact.cost->count()) : Json(nullptr)}};
}

Json settingObject(const SettingOutcome& setting) {
    return {{"name", setting.name},
            {"asked", textOrNull(setting.asked)},
            {"granted", setting.granted},
            {"observed", setting.observed},
            {"reason", setting.reason}};
}

std::string dumped(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace jitterscope
