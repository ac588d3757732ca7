// SPDX-License-Identifier: MIT
#include "core/files/run_json.h"

#include "core/base/version.h"
#include "core/files/csv_format.h"
#include "core/files/json_parts.h"
#include "core/files/read_csv.h"

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

Json stretchObject(const Stretch& stretch) {
    Json object = Json::object();
    object["index"] = stretch.index;
    object["plan"] = planObject(stretch.plan);
    object["first_frame"] = stretch.firstIteration;
    object["first_start_ns"] = stretch.firstStart;
    addMetrics(object, stretch.metrics);
    addCpu(object, stretch.cpu);
    object["anatomy"] = causesObject(stretch.anatomy);
    return object;
}

Json recordedStretchObject(const RecordedStretch& stretch) {
    Json object = Json::object();
    object["index"] = stretch.index;
    object["settings"] = stretch.settings;
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

std::string runJson(const RunResult& result) {
    Json object = runObject(result);
    if (result.stretches.size() > 1)
        object["plan"] = nullptr; // there are several: each stretch has its own
    object["program"] = "jitterscope " + std::string(version());
    object["end"] = endId(result.end);
    object["clock"] = {{"source", result.clock.source},
                       {"read_cost_ns", result.clock.readCost},
                       {"resolution_ns", result.clock.resolution}};
    object["anatomy"] = causesObject(result.anatomy);
    object["stretches"] = listOf(result.stretches, stretchObject);
    object["settings"] = listOf(result.settings, settingObject);
    object["machine"] = listOf(result.facts, factObject);
    object["notes"] = result.notes;
    return dumped(object);
}

Json recordedObject(const RecordedRun& run) {
    Json object = Json::object();
    object["file"] = run.path;
    object["header"] = Json::object();
    for (const auto& [key, value] : run.header)
        object["header"][key] = value;
    object["warnings"] = run.warnings;
    if (run.stretches.size() <= 1)
        addMetrics(object, run.metrics);
    object["stretches"] = listOf(run.stretches, recordedStretchObject);
    return object;
}

} // namespace jitterscope
