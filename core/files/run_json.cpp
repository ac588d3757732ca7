// SPDX-License-Identifier: MIT
#include "core/files/json_parts.h"
#include "core/files/read_csv.h"
#include "core/files/result_files.h"
#include "core/machine/disturbance.h"
#include "core/run/run_result.h"

namespace jitterscope {
namespace {

std::string_view endId(EndReason reason) noexcept {
    switch (reason) {
    case EndReason::Running:
        return "running";
    case EndReason::Frames:
        return "frames";
    case EndReason::Duration:
        return "duration";
    case EndReason::Stopped:
        return "stopped";
    case EndReason::LateFrame:
        return "late-frame";
    }
    return "stopped";
}

/// Where the settings changed, each stretch has its own plan and figures. Of the whole run only the figures
/// that add up are kept.
void withoutMixture(Json& object) {
    for (const char* const key : {"plan", "frame_time_ns", "lateness_ns", "error_ns", "oversleep_ns", "late",
                                  "rate_hz_measured", "drift_ppm"})
        object[key] = nullptr;
}

/// Adds `disturbed`: true, false, or null where it is not known; and what disturbed the run, with the source
/// of each figure.
void addDisturbances(Json& object, const RunPlan& plan, const CpuUsage& cpu) {
    const MachineLoad load = plan.simulated() ? MachineLoad{} : machineLoad(cpu);
    const std::vector<std::string> disturbances = disturbancesOf(load);
    object["disturbed"] = load.known() || plan.simulated() ? Json(!disturbances.empty()) : Json(nullptr);
    object["disturbances"] = disturbances;
    object["other_programs_percent"] = orNull(load.others);
}

Json stretchObject(const Stretch& stretch, Redactor& redactor) {
    Json object = Json::object();
    object["index"] = stretch.index;
    object["plan"] = planObject(redactor.plan(stretch.plan));
    object["first_frame"] = stretch.firstIteration;
    object["first_start_ns"] = stretch.firstStart;
    addMetrics(object, stretch.metrics);
    addCpu(object, stretch.cpu);
    addDisturbances(object, stretch.plan, stretch.cpu);
    object["anatomy"] = causesObject(stretch.anatomy);
    return object;
}

Json recordedStretchObject(const RecordedStretch& stretch) {
    Json object = Json::object();
    object["index"] = stretch.index;
    object["settings"] = stretch.settings;
    object["part"] = partObject(stretch.taken);
    addMetrics(object, stretch.metrics);
    return object;
}

template <typename Items, typename Make>
Json listOf(const Items& items, Make make) {
    Json list = Json::array();
    for (const auto& item : items)
        list.push_back(make(item));
    return list;
}

} // namespace

std::string runJson(const RunResult& result, const Privacy& privacy) {
    Redactor redactor(privacy);
    Json object = fileObject("run");
    object.update(runObject(result, privacy));
    addPrivacy(object, privacy);
    if (result.stretches.size() > 1)
        withoutMixture(object);
    object["end"] = endId(result.end);
    object["clock"] = {{"source", result.clock.source},
                       {"read_cost_ns", result.clock.readCost},
                       {"resolution_ns", result.clock.resolution}};
    object["anatomy"] = causesObject(result.anatomy);
    addDisturbances(object, result.plan, result.cpu);
    object["stretches"] =
        listOf(result.stretches, [&](const Stretch& stretch) { return stretchObject(stretch, redactor); });
    object["settings"] = listOf(result.settings, settingObject);
    object["machine"] = listOf(result.facts, factObject);
    object["notes"] = redactor.sentences(result.notes);
    return dumped(object);
}

Json recordedObject(const RecordedRun& run, Redactor& redactor) {
    Json object = Json::object();
    object["file"] = redactor.file(run.path);
    object["header"] = Json::object();
    for (const auto& [key, value] : run.header)
        object["header"][key] = key == "machine.file" ? redactor.file(value) : redactor.unnamed(value);
    object["warnings"] = redactor.sentences(run.warnings);
    if (run.stretches.size() <= 1)
        addMetrics(object, run.metrics);
    object["stretches"] = listOf(run.stretches, recordedStretchObject);
    return object;
}

} // namespace jitterscope
