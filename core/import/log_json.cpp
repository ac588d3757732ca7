// SPDX-License-Identifier: MIT
#include "core/import/log_json.h"

#include "core/base/parse.h"
#include "core/compare/comparison.h"
#include "core/files/json_parts.h"
#include "core/import/open_runs.h"

#include <array>

namespace jitterscope {
namespace {

Json runOfLog(const ImportedRun& run, const ImportedLog& log, const std::optional<Nanoseconds>& beyond,
              const std::string& job, Redactor& redactor) {
    constexpr std::array<std::pair<LogQuantity, const char*>, 4> kKeys{
        {{LogQuantity::FrameTime, "frame_time_ns"},
         {LogQuantity::Lateness, "lateness_ns"},
         {LogQuantity::Duration, "duration_ns"},
         {LogQuantity::FrameRate, "frames_each_second_nhz"}}};
    Json object = Json::object();
    object["name"] = logRunName(run, log, redactor);
    object["recorded_by"] = textOrNull(run.program);
    object["recorder_version"] = textOrNull(run.version);
    object["process"] = textOrNull(redactor.program(run.process));
    object["quantity"] = quantityId(run.quantity);
    object["percentiles"] = percentileKind(run);
    object["rate_hz"] = orNull(run.rateHz);
    object["rate_estimated"] = run.rateEstimated;
    object["sampled_every_ns"] = orNull(run.sampledEvery);
    object["recording"] = run.recording > 0 ? Json(run.recording) : Json(nullptr);
    object["part"] = partObject(run.taken);
    object["not_displayed"] = run.notDisplayed ? Json(*run.notDisplayed) : Json(nullptr);
    for (const auto& [quantity, key] : kKeys)
        object[key] = quantity == run.quantity ? summaryObject(run.summary) : Json(nullptr);
    object["figures"] = Json::object();
    for (const LogFigure& figure : run.figures)
        object["figures"][figure.entry->id] = figure.value;
    if (beyond)
        object["beyond"] = {{"limit_ns", beyond->count()}, {"share", orNull(shareBeyond(run, *beyond))}};
    if (run.fit)
        object["job"] = jobObject(job, run.fit->id(), run.fit->late);
    return object;
}

Json logObject(const ImportedLog& log, const std::optional<Nanoseconds>& beyond, const std::string& job,
               Redactor& redactor) {
    Json object = Json::object();
    object["file"] = redactor.file(log.path);
    object["format"] = log.format;
    std::vector<std::string> comments = log.comments;
    if (redactor.redacts())
        std::erase_if(comments, [](const std::string& comment) { return !isOfLogsMachine(comment); });
    object["comments"] = std::move(comments);
    object["rows_left_out"] = log.linesLeftOut;
    object["runs"] = Json::array();
    for (const ImportedRun& run : log.runs)
        object["runs"].push_back(runOfLog(run, log, beyond, job, redactor));
    object["warnings"] = redactor.sentences(log.warnings); // now that the programs are known
    return object;
}

} // namespace

std::string logRunName(const ImportedRun& run, const ImportedLog& log, Redactor& redactor) {
    if (!redactor.redacts())
        return run.name;
    if (!run.process.empty())
        return redactor.program(run.process);
    return run.name == fileName(log.path) ? redactor.file(log.path) : redactor.text(run.name);
}

bool isOfLogsMachine(const std::string& comment) {
    const std::string key = comment.substr(0, comment.find(": "));
    return key == "unit" || isComparedFact(factKey(key));
}

std::string filesJson(const std::vector<ReadFile>& files, const std::optional<Nanoseconds>& beyond,
                      const Privacy& privacy, const std::string& job) {
    Redactor redactor(privacy);
    Json list = Json::array();
    for (const ReadFile& file : files) {
        const auto* const log = std::get_if<ImportedLog>(&file);
        list.push_back(log != nullptr ? logObject(*log, beyond, job, redactor)
                                      : recordedObject(std::get<RecordedRun>(file), redactor));
    }
    Json json = fileObject("logs");
    addPrivacy(json, privacy);
    json["files"] = std::move(list);
    return dumped(json);
}

} // namespace jitterscope
