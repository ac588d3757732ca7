// SPDX-License-Identifier: MIT
#include "core/import/log_json.h"

#include "core/files/json_parts.h"

#include <array>

namespace jitterscope {
namespace {

Json runOfLog(const ImportedRun& run, const std::optional<Nanoseconds>& beyond) {
    constexpr std::array<std::pair<LogQuantity, const char*>, 3> kKeys{
        {{LogQuantity::FrameTime, "frame_time_ns"},
         {LogQuantity::Lateness, "lateness_ns"},
         {LogQuantity::Duration, "duration_ns"}}};
    Json object = Json::object();
    object["name"] = run.name;
    object["program"] = textOrNull(run.program);
    object["version"] = textOrNull(run.version);
    object["process"] = textOrNull(run.process);
    object["quantity"] = quantityId(run.quantity);
    object["percentiles"] = percentileKind(run);
    object["rate_hz"] = orNull(run.rateHz);
    object["rate_estimated"] = run.rateEstimated;
    object["not_displayed"] = run.notDisplayed ? Json(*run.notDisplayed) : Json(nullptr);
    for (const auto& [quantity, key] : kKeys)
        object[key] = quantity == run.quantity ? summaryObject(run.summary) : Json(nullptr);
    object["figures"] = Json::object();
    for (const LogFigure& figure : run.figures)
        object["figures"][figure.entry->id] = figure.value;
    if (beyond)
        object["beyond"] = {{"limit_ns", beyond->count()}, {"share", orNull(shareBeyond(run, *beyond))}};
    return object;
}

Json logObject(const ImportedLog& log, const std::optional<Nanoseconds>& beyond) {
    Json object = Json::object();
    object["file"] = log.path;
    object["format"] = log.format;
    object["comments"] = log.comments;
    object["warnings"] = log.warnings;
    object["rows_left_out"] = log.linesLeftOut;
    object["runs"] = Json::array();
    for (const ImportedRun& run : log.runs)
        object["runs"].push_back(runOfLog(run, beyond));
    return object;
}

} // namespace

std::string filesJson(const std::vector<ReadFile>& files, const std::optional<Nanoseconds>& beyond) {
    Json list = Json::array();
    for (const ReadFile& file : files) {
        const auto* const log = std::get_if<ImportedLog>(&file);
        list.push_back(log != nullptr ? logObject(*log, beyond)
                                      : recordedObject(std::get<RecordedRun>(file)));
    }
    return dumped({{"schema", 1}, {"files", std::move(list)}});
}

} // namespace jitterscope
