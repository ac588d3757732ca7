// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/table.h"
#include "core/compare/time_range.h"
#include "core/files/csv.h"
#include "core/privacy/redactor.h"
#include "core/run/run_result.h"
#include "core/stats/interval.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace jitterscope {

struct RecordedRun;

/// Parts shared by the JSON files and the summary CSV; used only in core/files, core/import, core/document
/// and by `list --json`. Keys keep their order.
using Json = nlohmann::ordered_json;

/// The begin of a JSON file: `"jitterscope": kind, "version": 1`, by which it is known; the field by which it
/// was known before 0.3; and `made_with`, this program. What else a kind has is in docs/schemas.
[[nodiscard]] Json fileObject(std::string_view kind, std::string_view older = "schema", Json schema = 1);

/// Absent is null; a time is its nanoseconds.
template <typename Value>
[[nodiscard]] Json orNull(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}
[[nodiscard]] inline Json orNull(const std::optional<Nanoseconds>& value) {
    return value ? Json(value->count()) : Json(nullptr);
}

/// An empty text is null.
[[nodiscard]] inline Json textOrNull(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

/// Values by their names: choices as words, times in ns.
[[nodiscard]] Json parametersObject(std::span<const ParameterInfo> infos, const ParameterValues& values);
[[nodiscard]] Json planObject(const RunPlan& plan);
/// The same as a file of its own has it.
[[nodiscard]] Json planFileObject(const RunPlan& plan);
/// As parsePlan(), but its head is not looked at. `place` stands before the names of fields in an error:
/// `plan.`.
[[nodiscard]] Result<RunPlan> planOf(const Json& json, const std::string& place = {});
/// `{value, low, high}`, or `{fraction, low, high}` of late frames; absent is null.
[[nodiscard]] Json shareObject(const std::optional<Share>& share, const char* value = "value");
/// `{id, verdict, late: {fraction, low, high}}`: what a job makes of a recording.
[[nodiscard]] Json jobObject(const std::string& job, std::string_view verdict,
                             const std::optional<Share>& late);
/// `{from_ns, to_ns, of_ns, frames_left_out}`; null: all of the recording.
[[nodiscard]] Json partObject(const std::optional<TakenPart>& taken);
/// `{count, mean, stddev, min, p50, p90, p99, p99_9, max}`; absent is null.
[[nodiscard]] Json summaryObject(const Summary& summary);
/// Adds the counts of frames, the four quantities, late, rate and drift to `object`.
void addMetrics(Json& object, const FrameMetrics& metrics);
/// Adds `cpu` and `context_switches`.
void addCpu(Json& object, const CpuUsage& cpu);
/// A run's plan, statistics and CPU use: one row of the summary CSV.
[[nodiscard]] Json runObject(const RunResult& result, const Privacy& privacy = {});
/// Adds `left_out`, the list of what a file for strangers does not hold; nothing where nothing is left out.
void addPrivacy(Json& object, const Privacy& privacy);

/// Late frames by first cause, and what their lateness went into.
[[nodiscard]] Json causesObject(const Anatomy& anatomy);
/// Each row as an object with the columns' names as keys; absent cells are null.
[[nodiscard]] Json rowObjects(const Table& table);
[[nodiscard]] Json cellJson(const Cell& cell);
/// A fact with its judgement. `do`, `undo` and `cost_ns` are null where there is nothing to say.
[[nodiscard]] Json factObject(const Fact& fact);

/// A setting of the measuring thread. `asked` is null where nothing was asked for.
[[nodiscard]] Json settingObject(const SettingOutcome& setting);

/// A file that was read back: header lines, warnings, statistics of the whole and of each stretch.
[[nodiscard]] Json recordedObject(const RecordedRun& run, Redactor& redactor);

/// Indented text with a final line end; invalid UTF-8 is replaced.
[[nodiscard]] std::string dumped(const Json& json);

} // namespace jitterscope
