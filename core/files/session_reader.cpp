// SPDX-License-Identifier: MIT
#include "core/files/atomic_file.h"
#include "core/files/plan_json.h"
#include "core/files/session_columns.h"
#include "core/files/session_fields.h"
#include "core/files/session_file.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kLargestNumber = 1e21; // of numbers that are no times; their differences are finite

/// A time, in whole nanoseconds.
bool isValue(const Json& value) {
    return value.is_number_integer() &&
           std::abs(value.get<double>()) <= static_cast<double>(kFarthestInSession);
}

/// Reads fields; stops at the first Error and keeps it.
class SessionReader {
public:
    explicit SessionReader(std::vector<RunColumns> columns) : m_columns(std::move(columns)) {}
    [[nodiscard]] Result<SavedSession> read(const Json& json);

private:
    void fail(const std::string& field, const char* what) {
        if (!m_failure)
            m_failure = Error{ErrorCode::Format, "field '" + m_place + field + "': " + what, ""};
    }
    /// Null: absent, or null in the file.
    [[nodiscard]] static const Json* find(const Json& json, const std::string& field) {
        const auto place = json.find(field);
        return place == json.end() || place->is_null() ? nullptr : &*place;
    }
    void text(const Json& json, const char* field, std::string& into) {
        if (const Json* const value = find(json, field)) {
            if (value->is_string())
                into = value->get<std::string>();
            else
                fail(field, "a text is needed");
        }
    }
    void number(const Json& json, const char* field, std::optional<double>& into) {
        if (const Json* const value = find(json, field)) {
            if (value->is_number() && std::abs(value->get<double>()) <= kLargestNumber)
                into = value->get<double>();
            else
                fail(field, "a number is needed");
        }
    }
    /// 0 … kFarthestInSession.
    std::int64_t whole(const Json& value, const std::string& field) {
        if (value.is_number_integer() && value.get<std::int64_t>() >= 0 &&
            value.get<std::int64_t>() <= kFarthestInSession &&
            (!value.is_number_unsigned() ||
             value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kFarthestInSession)))
            return value.get<std::int64_t>();
        fail(field, "a whole number from 0 is needed");
        return 0;
    }
    void time(const Json& json, const char* field, std::optional<Nanoseconds>& into) {
        if (const Json* const value = find(json, field))
            into = Nanoseconds{whole(*value, field)};
    }
    void place(const Json& json, const char* field, std::size_t runs, std::optional<std::size_t>& into) {
        if (const Json* const value = find(json, field)) {
            const auto read = static_cast<std::size_t>(whole(*value, field));
            if (read >= runs)
                fail(field, "there is no run of that number");
            else
                into = read;
        }
    }
    ComparedRun run(const Json& json);
    void texts(const Json& json, ComparedRun& run);
    void summaries(const Json& json, ComparedRun& run);
    void columns(const Json& json, ComparedRun& run);
    void counts(const Json& json, ComparedRun& run);
    void parts(const Json& json, ComparedRun& run);
    void lengths(const Json& json, const char* name, std::size_t rows, std::vector<std::size_t>& into);

    std::vector<RunColumns> m_columns; // of each run
    std::size_t m_run = 0;             // that is being read
    std::string m_place;               // `runs[2].`
    std::optional<Error> m_failure;
};

void SessionReader::texts(const Json& json, ComparedRun& run) {
    for (const SessionText& field : kSessionTexts)
        text(json, field.name, run.*field.text);
    for (const SessionMap& field : kSessionMaps) {
        const Json* const object = find(json, field.name);
        if (object == nullptr)
            continue;
        if (!object->is_object())
            return fail(field.name, "an object of texts is needed");
        for (const auto& [key, value] : object->items()) {
            if (!value.is_string())
                return fail(field.name, "an object of texts is needed");
            (run.*field.map)[key] = value.get<std::string>();
        }
    }
    for (const SessionList& field : kSessionLists) {
        const Json* const list = find(json, field.name);
        if (list == nullptr)
            continue;
        if (!list->is_array() ||
            !std::ranges::all_of(*list, [](const Json& item) { return item.is_string(); }))
            return fail(field.name, "a list of texts is needed");
        (run.*field.list) = list->get<std::vector<std::string>>();
    }
}

void SessionReader::summaries(const Json& json, ComparedRun& run) {
    const Json* const object = find(json, "summaries");
    if (object == nullptr)
        return;
    if (!object->is_object())
        return fail("summaries", "an object is needed");
    for (const RunQuantity quantity : kSessionQuantities) {
        const Json* const one = find(*object, std::string(runQuantityName(quantity)));
        if (one == nullptr)
            continue;
        if (!one->is_object())
            return fail("summaries", "an object of objects is needed");
        Summary& summary = run.summaries[quantity];
        if (const Json* const count = find(*one, "count"))
            summary.count = whole(*count, "summaries.count");
        for (const SummaryField& field : summaryFields())
            number(*one, std::string(field.name).c_str(), summary.*field.figure);
    }
}

void SessionReader::columns(const Json& json, ComparedRun& run) {
    const Json* const object = find(json, "columns");
    if (object == nullptr)
        return;
    if (!object->is_object())
        return fail("columns", "an object is needed");
    const auto columns = std::make_shared<RunColumns>(std::move(m_columns[m_run]));
    for (const ColumnField& field : kColumnFields) {
        const Json* const left = find(*object, field.name);
        if (left != nullptr && (!left->is_array() || !left->empty()))
            return fail(std::string("columns.") + field.name, "a list of whole numbers is needed");
    }
    const std::size_t rows = columns->size();
    for (const ColumnField& field : kColumnFields) {
        const std::size_t size = ((*columns).*field.column).size();
        const bool ofFrames = field.column != &RunColumns::displayed; // some frames are never displayed
        if (ofFrames && size != 0 && size != rows)
            return fail(std::string("columns.") + field.name, "it is not as long as the others");
    }
    if (rows > 0)
        run.columns = columns;
}

void SessionReader::counts(const Json& json, ComparedRun& run) {
    const Json* const list = find(json, "counts");
    if (list == nullptr)
        return;
    std::string of;
    text(json, "counts_of", of);
    const auto quantity = std::ranges::find(kSessionQuantities, of, runQuantityName);
    if (quantity == kSessionQuantities.end() || !list->is_array())
        return fail("counts", "pairs of a value and a count are needed, and what they are of");
    run.countsOf = *quantity;
    for (const Json& pair : *list) {
        if (!pair.is_array() || pair.size() != 2 || !isValue(pair[0]))
            return fail("counts", "pairs of a value and a count are needed");
        run.counts.push_back(
            {pair[0].get<std::int64_t>(), static_cast<std::uint64_t>(whole(pair[1], "counts"))});
    }
}

/// The lengths of the recordings in a column of `rows` values.
void SessionReader::lengths(const Json& json, const char* name, std::size_t rows,
                            std::vector<std::size_t>& into) {
    const Json* const list = find(json, name);
    if (list == nullptr)
        return;
    if (!list->is_array())
        return fail(name, "a list of lengths is needed");
    std::size_t sum = 0;
    for (const Json& part : *list) {
        const auto length = static_cast<std::size_t>(whole(part, name));
        sum += length;
        if (length == 0 || sum > rows)
            return fail(name, "they are not as long as the columns");
        into.push_back(length);
    }
    if (!into.empty() && sum != rows)
        fail(name, "they are not as long as the columns");
}

void SessionReader::parts(const Json& json, ComparedRun& run) {
    lengths(json, "parts", run.columns ? run.columns->size() : 0, run.parts);
    lengths(json, "displayed_parts", run.columns ? run.columns->displayed.size() : 0, run.displayedParts);
    if (run.parts.empty() != run.displayedParts.empty() && run.columns && !run.columns->displayed.empty())
        fail("displayed_parts", "a length for each recording is needed");
}

ComparedRun SessionReader::run(const Json& json) {
    ComparedRun run;
    if (!json.is_object()) {
        fail("", "an object is needed");
        return run;
    }
    texts(json, run);
    std::string origin = "here";
    text(json, "origin", origin);
    const auto known =
        std::ranges::find_if(kSessionOrigins, [&](const auto& pair) { return pair.second == origin; });
    if (known == kSessionOrigins.end())
        fail("origin", "here, simulated or log is needed");
    else
        run.origin = known->first;
    for (const SessionNumber& field : kSessionNumbers)
        number(json, field.name, run.*field.number);
    if (run.rateHz && !isRate(*run.rateHz))
        fail("rate_hz", "a rate is needed");
    if (const Json* const estimated = find(json, "rate_estimated")) {
        if (!estimated->is_boolean())
            fail("rate_estimated", "true or false is needed");
        else
            run.rateEstimated = estimated->get<bool>();
    }
    time(json, "tolerance_ns", run.tolerance);
    if (const Json* const frames = find(json, "frames"))
        run.frames = whole(*frames, "frames");
    if (const Json* const without = find(json, "frames_without"))
        run.framesWithout = whole(*without, "frames_without");
    summaries(json, run);
    columns(json, run);
    counts(json, run);
    parts(json, run);
    const auto frameTimes =
        run.summaries.find(RunQuantity::FrameTime); // older files hold one over the median
    if (run.rateEstimated && frameTimes != run.summaries.end() && frameTimes->second.mean.value_or(0) > 0)
        run.rateHz = 1e9 / *frameTimes->second.mean;
    limitTexts(run);
    return run;
}

Result<SavedSession> SessionReader::read(const Json& json) {
    SavedSession session;
    const Json* const runs = find(json, "runs");
    if (runs != nullptr && (!runs->is_array() || runs->size() > kMostSessionRuns))
        fail("runs", "a list of at most 1000 runs is needed");
    for (std::size_t i = 0; runs != nullptr && !m_failure && i < runs->size(); ++i) {
        m_place = "runs[" + std::to_string(i) + "].";
        m_run = i;
        session.runs.push_back(run((*runs)[i]));
    }
    if (m_failure)
        return *m_failure;
    m_place.clear();
    place(json, "a", session.runs.size(), session.a);
    place(json, "b", session.runs.size(), session.b);
    time(json, "tolerance_ns", session.tolerance);
    time(json, "limit_ns", session.limit);
    text(json, "note", session.note);
    if (const Json* const plan = find(json, "plan")) {
        Result<RunPlan> parsed = parsePlan(plan->dump());
        if (!parsed)
            return parsed.error();
        session.plan = std::move(parsed).value();
    }
    if (m_failure)
        return *m_failure;
    return session;
}

Result<Done> checkSessionVersion(const Json& json) {
    const auto place = json.is_object() ? json.find(kSessionVersionField) : json.end();
    if (place == json.end() || !place->is_number_integer() || place->get<std::int64_t>() < 1)
        return Error{ErrorCode::Format, "it is not a session of jitterscope", ""};
    if (place->get<std::int64_t>() > kSessionVersion)
        return Error{ErrorCode::Format, "session version " + place->dump() + " is newer than this program",
                     "a newer jitterscope wrote it"};
    return Done{};
}

} // namespace

bool isSessionText(std::string_view head) noexcept {
    return head.substr(0, 200).find("\"" + std::string(kSessionVersionField) + "\"") !=
           std::string_view::npos;
}

Result<SavedSession> parseSession(std::string_view text, const CancelFlag* cancel) {
    SessionJson parsed = parseSessionJson(text, cancel);
    if (parsed.text.fault)
        return errorOf(*parsed.text.fault);
    const Json& json = parsed.text.json;
    if (const Result<Done> checked = checkSessionVersion(json); !checked)
        return checked.error();
    return SessionReader(std::move(parsed.columns)).read(json);
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
