// SPDX-License-Identifier: MIT
#include "core/files/session_file.h"

#include "core/files/atomic_file.h"
#include "core/files/plan_json.h"
#include "core/files/session_columns.h"
#include "core/files/session_fields.h"

namespace jitterscope {
namespace {

/// Without its columns.
Json runOf(const ComparedRun& run) {
    Json json = Json::object();
    for (const SessionText& field : kSessionTexts)
        json[field.name] = run.*field.text;
    for (const auto& [origin, id] : kSessionOrigins) {
        if (origin == run.origin)
            json["origin"] = id;
    }
    for (const SessionMap& field : kSessionMaps)
        json[field.name] = run.*field.map;
    for (const SessionNumber& field : kSessionNumbers)
        json[field.name] = orNull(run.*field.number);
    for (const SessionList& field : kSessionLists)
        json[field.name] = run.*field.list;
    json["rate_estimated"] = run.rateEstimated;
    json["tolerance_ns"] = orNull(run.tolerance);
    json["frames"] = run.frames;
    json["frames_without"] = run.framesWithout;
    if (!run.parts.empty())
        json["parts"] = run.parts;
    if (!run.displayedParts.empty())
        json["displayed_parts"] = run.displayedParts;
    for (const auto& [quantity, summary] : run.summaries)
        json["summaries"][std::string(runQuantityName(quantity))] = summaryObject(summary);
    if (!run.counts.empty()) {
        json["counts_of"] = std::string(runQuantityName(run.countsOf));
        for (const ValueCount& count : run.counts)
            json["counts"].push_back({count.value, count.count});
    }
    return json;
}

/// Refuses what could not be read back.
Result<Done> checkSize(const SavedSession& session) {
    std::size_t values = 0;
    for (const ComparedRun& run : session.runs) {
        for (const ColumnField& field : kColumnFields)
            values += run.columns ? ((*run.columns).*field.column).size() : 0;
    }
    if (session.runs.size() > kMostSessionRuns || values > kMostSessionValues)
        return Error{ErrorCode::Unsupported,
                     "a session holds at most " + std::to_string(kMostSessionRuns) + " runs, and " +
                         std::to_string(kMostSessionValues) + " values",
                     "take some runs off the list"};
    return Done{};
}

} // namespace

Result<std::string> sessionText(const SavedSession& session, const CancelFlag* cancel,
                                const Privacy& privacy) {
    Redactor redactor(privacy);
    const auto dumped = [](const Json& json) {
        return json.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    if (const Result<Done> fits = checkSize(session); !fits)
        return fits.error();
    Json json = fileObject("session", kSessionOlderField);
    addPrivacy(json, privacy);
    json["a"] = orNull(session.a);
    json["b"] = orNull(session.b);
    json["tolerance_ns"] = orNull(session.tolerance);
    json["limit_ns"] = orNull(session.limit);
    for (const ComparedRun& run : session.runs)
        redactor.learn(run);
    std::vector<Json> runs;
    for (const ComparedRun& run : session.runs)
        runs.push_back(runOf(redactor.run(run)));
    json["note"] = redactor.text(session.note);
    json["plan"] = session.plan ? planFileObject(redactor.plan(*session.plan)) : Json(nullptr);
    std::string text = dumped(json);
    text.back() = ','; // instead of the brace
    text += "\"runs\":[";
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
        const ComparedRun& run = session.runs[i];
        text += (i > 0 ? "," : "") + dumped(runs[i]);
        if (!run.columns)
            continue;
        text.back() = ',';
        if (!appendColumns(*run.columns, text, cancel))
            return Error{ErrorCode::Cancelled, "cancelled", ""};
        text += "}";
    }
    return text + "]}\n";
}

Result<Done> writeSessionFile(const std::string& path, const SavedSession& session, const CancelFlag* cancel,
                              const Privacy& privacy) {
    const Result<std::string> text = sessionText(session, cancel, privacy);
    if (text && text.value().size() > kLargestSession)
        return Error{ErrorCode::Unsupported, "a session file holds at most 1 GiB",
                     "take some runs off the list"};
    return text ? writeWhole(path, text.value(), cancel) : text.error();
}

} // namespace jitterscope
