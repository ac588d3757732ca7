// SPDX-License-Identifier: MIT
#include "core/files/atomic_file.h"
#include "core/files/json_fields.h"
#include "core/files/session_columns.h"
#include "core/files/session_fields.h"
#include "core/files/session_file.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

/// A time, in whole nanoseconds.
bool isValue(const Json& value) {
    return value.is_number_integer() &&
           std::abs(value.get<double>()) <= static_cast<double>(kFarthestInSession);
}

/// A count or a length that belongs to a field.
std::int64_t countOf(JsonFields& fields, const char* field, const Json& value) {
    return fields.wholeOf<std::int64_t>(field, value, 0, kFarthestInSession);
}

void readTexts(JsonFields& fields, ComparedRun& run) {
    for (const SessionText& field : kSessionTexts)
        fields.text(field.name, run.*field.text);
    for (const SessionMap& field : kSessionMaps)
        fields.texts(field.name, run.*field.map);
    for (const SessionList& field : kSessionLists)
        fields.texts(field.name, run.*field.list);
}

void readSummaries(JsonFields& fields, ComparedRun& run) {
    const Json* const object = fields.find("summaries");
    if (object == nullptr)
        return;
    if (!object->is_object())
        return fields.fail("summaries", "an object is needed");
    for (const RunQuantity quantity : kSessionQuantities) {
        const std::string name(runQuantityName(quantity));
        const auto one = object->find(name);
        if (one == object->end() || one->is_null())
            continue;
        if (!one->is_object())
            return fields.fail("summaries." + name, "an object is needed");
        JsonFields figures = fields.within(*one, "summaries." + name + ".");
        Summary& summary = run.summaries[quantity];
        figures.whole("count", std::int64_t{0}, kFarthestInSession, summary.count);
        for (const SummaryField& field : summaryFields())
            figures.number(std::string(field.name).c_str(), summary.*field.figure);
    }
}

/// `read`: the columns of this run, which were taken out of the JSON.
void readColumns(JsonFields& fields, RunColumns read, ComparedRun& run) {
    const Json* const object = fields.find("columns");
    if (object == nullptr)
        return;
    if (!object->is_object())
        return fields.fail("columns", "an object is needed");
    const auto columns = std::make_shared<RunColumns>(std::move(read));
    for (const ColumnField& field : kColumnFields) {
        const auto left = object->find(field.name);
        if (left != object->end() && !left->is_null() && (!left->is_array() || !left->empty()))
            return fields.fail(std::string("columns.") + field.name, "a list of whole numbers is needed");
    }
    const std::size_t rows = columns->size();
    for (const ColumnField& field : kColumnFields) {
        const std::size_t size = ((*columns).*field.column).size();
        const bool ofFrames = field.column != &RunColumns::displayed; // some frames are never displayed
        if (ofFrames && size != 0 && size != rows)
            return fields.fail(std::string("columns.") + field.name, "it is not as long as the others");
    }
    if (rows > 0)
        run.columns = columns;
}

void readCounts(JsonFields& fields, ComparedRun& run) {
    const Json* const list = fields.find("counts");
    if (list == nullptr)
        return;
    std::string of;
    fields.text("counts_of", of);
    const auto quantity = std::ranges::find(kSessionQuantities, of, runQuantityName);
    if (quantity == kSessionQuantities.end() || !list->is_array())
        return fields.fail("counts", "pairs of a value and a count are needed, and what they are of");
    run.countsOf = *quantity;
    for (const Json& pair : *list) {
        if (!pair.is_array() || pair.size() != 2 || !isValue(pair[0]))
            return fields.fail("counts", "pairs of a value and a count are needed");
        run.counts.push_back(
            {pair[0].get<std::int64_t>(), static_cast<std::uint64_t>(countOf(fields, "counts", pair[1]))});
    }
}

/// The lengths of the recordings in a column of `rows` values.
void readLengths(JsonFields& fields, const char* name, std::size_t rows, std::vector<std::size_t>& into) {
    const Json* const list = fields.find(name);
    if (list == nullptr)
        return;
    if (!list->is_array())
        return fields.fail(name, "a list of lengths is needed");
    std::size_t sum = 0;
    for (const Json& part : *list) {
        const auto length = static_cast<std::size_t>(countOf(fields, name, part));
        sum += length;
        if (length == 0 || sum > rows)
            return fields.fail(name, "they are not as long as the columns");
        into.push_back(length);
    }
    if (!into.empty() && sum != rows)
        fields.fail(name, "they are not as long as the columns");
}

void readParts(JsonFields& fields, ComparedRun& run) {
    readLengths(fields, "parts", run.columns ? run.columns->size() : 0, run.parts);
    readLengths(fields, "displayed_parts", run.columns ? run.columns->displayed.size() : 0,
                run.displayedParts);
    if (run.parts.empty() != run.displayedParts.empty() && run.columns && !run.columns->displayed.empty())
        fields.fail("displayed_parts", "a length for each recording is needed");
}

ComparedRun readRun(JsonFields& fields, RunColumns columns) {
    ComparedRun run;
    readTexts(fields, run);
    std::string origin = "here";
    fields.text("origin", origin);
    const auto known =
        std::ranges::find_if(kSessionOrigins, [&](const auto& pair) { return pair.second == origin; });
    if (known == kSessionOrigins.end())
        fields.fail("origin", "here, simulated or log is needed");
    else
        run.origin = known->first;
    for (const SessionNumber& field : kSessionNumbers)
        fields.number(field.name, run.*field.number);
    if (run.rateHz && !isRate(*run.rateHz))
        fields.fail("rate_hz", "a rate is needed");
    fields.flag("rate_estimated", run.rateEstimated);
    fields.time("tolerance_ns", run.tolerance);
    fields.whole("frames", std::int64_t{0}, kFarthestInSession, run.frames);
    fields.whole("frames_without", std::int64_t{0}, kFarthestInSession, run.framesWithout);
    readSummaries(fields, run);
    readColumns(fields, std::move(columns), run);
    readCounts(fields, run);
    readParts(fields, run);
    const auto frameTimes =
        run.summaries.find(RunQuantity::FrameTime); // older files hold one over the median
    if (run.rateEstimated && frameTimes != run.summaries.end() && frameTimes->second.mean.value_or(0) > 0)
        run.rateHz = 1e9 / *frameTimes->second.mean;
    limitTexts(run);
    return run;
}

/// The number of a run.
void readPlace(JsonFields& fields, const char* field, std::size_t runs, std::optional<std::size_t>& into) {
    if (const Json* const value = fields.find(field)) {
        into = static_cast<std::size_t>(countOf(fields, field, *value));
        if (*into >= runs)
            fields.fail(field, "there is no run of that number");
    }
}

Result<SavedSession> readSession(const Json& json, std::vector<RunColumns> columns) {
    SavedSession session;
    std::optional<Error> failure;
    JsonFields fields(json, failure);
    const Json* const runs = fields.find("runs");
    if (runs != nullptr && (!runs->is_array() || runs->size() > kMostSessionRuns))
        fields.fail("runs", "a list of at most 1000 runs is needed");
    for (std::size_t i = 0; runs != nullptr && !failure && i < runs->size(); ++i) {
        const std::string place = "runs[" + std::to_string(i) + "]";
        if (!(*runs)[i].is_object()) {
            fields.fail(place + ".", "an object is needed");
            break; // the columns are those of the objects
        }
        JsonFields ofRun = fields.within((*runs)[i], place + ".");
        session.runs.push_back(readRun(ofRun, std::move(columns[i])));
    }
    readPlace(fields, "a", session.runs.size(), session.a);
    readPlace(fields, "b", session.runs.size(), session.b);
    fields.time("tolerance_ns", session.tolerance);
    fields.time("limit_ns", session.limit);
    fields.text("note", session.note);
    if (const Json* const plan = fields.find("plan")) {
        Result<RunPlan> read = planOf(*plan, "plan.");
        if (!read)
            return read.error();
        session.plan = std::move(read).value();
    }
    if (failure)
        return *failure;
    return session;
}

} // namespace

bool isSessionText(std::string_view head) noexcept {
    return head.substr(0, 200).find("\"" + std::string(kSessionOlderField) + "\"") != std::string_view::npos;
}

Result<SavedSession> parseSession(std::string_view text, const CancelFlag* cancel) {
    SessionJson parsed = parseSessionJson(text, cancel);
    if (parsed.text.fault)
        return errorOf(*parsed.text.fault, text);
    const Json& json = parsed.text.json;
    if (const Result<Done> checked =
            checkHead(json, "session", kSessionOlderField, kSessionVersion, "a session of jitterscope");
        !checked)
        return checked.error();
    return readSession(json, std::move(parsed.columns));
}

Result<SavedSession> readSessionFile(const std::string& path, const CancelFlag* cancel) {
    const Result<std::string> text = readWhole(path, kLargestSession, cancel);
    if (!text)
        return text.error();
    Result<SavedSession> session = parseSession(text.value(), cancel);
    if (!session && session.error().code != ErrorCode::Cancelled)
        return Error{session.error().code, pathText(path) + ": " + session.error().what,
                     session.error().hint};
    return session;
}

} // namespace jitterscope
