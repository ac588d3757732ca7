// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/base/parameter.h"
#include "core/base/parse.h"
#include "core/files/json_parts.h"
#include "core/files/json_text.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace jitterscope {

/// The fields of an object, by name, as all readers of this program's JSON take them. What is absent or null
/// leaves the value as it is. The first field that is wrong ends the reading: its error is kept, and later
/// fields count as absent. Used only in core/files.
class JsonFields {
public:
    static constexpr std::int64_t kLongestTime = 1'000'000'000'000'000'000; // ns
    static constexpr double kLargestNumber = 1e21; ///< differences of such numbers are finite

    /// `json`: an object; anything else has no fields. `failure` takes the error. `place` stands before the
    /// names in it: `runs[2].`. Both references outlive this.
    JsonFields(const Json& json, std::optional<Error>& failure, std::string place = {})
        : m_json(json), m_failure(failure), m_place(std::move(place)) {}

    /// The fields of an object within this one.
    [[nodiscard]] JsonFields within(const Json& object, const std::string& place) const {
        return {object, m_failure, m_place + place};
    }
    /// Null: absent, null in the file, or something was wrong before.
    [[nodiscard]] const Json* find(std::string_view field) const;
    /// `field 'runs[2].rate_hz': a rate is needed`
    void fail(std::string_view field, std::string_view what);

    void text(const char* field, std::string& into);
    void flag(const char* field, bool& into);
    /// Within ± kLargestNumber.
    void number(const char* field, std::optional<double>& into);
    void number(const char* field, double least, double most, double& into);
    void number(const char* field, double least, double most, std::optional<double>& into) {
        if (find(field) != nullptr)
            number(field, least, most, into.emplace());
    }
    template <typename Integer>
    void whole(const char* field, Integer least, Integer most, Integer& into) {
        if (const Json* const value = find(field))
            into = wholeOf(field, *value, least, most);
    }
    template <typename Integer>
    void whole(const char* field, Integer least, Integer most, std::optional<Integer>& into) {
        if (find(field) != nullptr)
            whole(field, least, most, into.emplace());
    }
    template <typename Time> // Nanoseconds or an optional of it
    void time(const char* field, Time& into) {
        if (const Json* const value = find(field))
            into = Nanoseconds{wholeOf<std::int64_t>(field, *value, 0, kLongestTime)};
    }
    void texts(const char* field, std::vector<std::string>& into);
    void texts(const char* field, std::map<std::string, std::string>& into);
    /// An object of names and values, as parametersObject() writes it. `of`: the id of what has them.
    void parameters(const char* field, std::span<const ParameterInfo> infos, std::string_view of,
                    ParameterValues& into);

    /// The id of an entry, and its parameters, which are at their defaults where the file does not have them.
    template <typename Entry>
    void choice(const char* field, const char* parametersField, std::span<const Entry> catalog,
                std::string& id, ParameterValues& values) {
        text(field, id);
        const Result<const Entry*> entry = requireEntry(catalog, id, field);
        if (!entry)
            return fail(field, entry.error().message());
        if (find(field) != nullptr)
            values = ParameterValues(entry.value()->parameters);
        parameters(parametersField, entry.value()->parameters, id, values);
    }

    /// A value that belongs to `field`; `least` if it is no such number.
    template <typename Integer>
    Integer wholeOf(std::string_view field, const Json& value, Integer least, Integer most) {
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

private:
    const Json& m_json;
    std::optional<Error>& m_failure;
    std::string m_place;
};

/// Writes fields under the names by which JsonFields reads them, so that one function lists both. Used only
/// in core/files.
class JsonFieldWriter {
public:
    /// `json` outlives this.
    explicit JsonFieldWriter(Json& json) : m_json(json) {}

    void text(const char* field, const std::string& value) { m_json[field] = value; }
    void flag(const char* field, bool value) { m_json[field] = value; }
    void number(const char* field, double, double, double value) { m_json[field] = value; }
    void number(const char* field, double, double, const std::optional<double>& value) {
        m_json[field] = value ? Json(*value) : Json(nullptr);
    }
    /// Negative, where that means none, is null.
    template <typename Integer>
    void whole(const char* field, Integer, Integer, Integer value) {
        m_json[field] = std::cmp_less(value, 0) ? Json(nullptr) : Json(value);
    }
    template <typename Integer>
    void whole(const char* field, Integer, Integer, const std::optional<Integer>& value) {
        m_json[field] = value ? Json(*value) : Json(nullptr);
    }
    void parameters(const char* field, std::span<const ParameterInfo> infos, std::string_view,
                    const ParameterValues& values) {
        m_json[field] = parametersObject(infos, values);
    }
    template <typename Time>
    void time(const char* field, const Time& value) {
        if constexpr (std::is_same_v<Time, Nanoseconds>)
            m_json[field] = value.count();
        else
            m_json[field] = orNull(value);
    }
    template <typename Entry>
    void choice(const char* field, const char* parameters, std::span<const Entry> catalog,
                const std::string& id, const ParameterValues& values) {
        m_json[field] = id;
        const Entry* const entry = findEntry(catalog, id);
        m_json[parameters] = entry != nullptr ? parametersObject(entry->parameters, values) : Json::object();
    }

private:
    Json& m_json;
};

/// Reads a text as JSON. Error (Format): `line 3: it is not valid JSON`, …: as errorOf().
[[nodiscard]] Result<Json> parsedJson(std::string_view text);

/// Whether `json` is an object of `kind` with a version that this program reads, 1 … `newest`; `older` is the
/// field that held the version before 0.3. Error (Format): it is not `said`, as `the state of a lab`, or a
/// newer program wrote it.
[[nodiscard]] Result<Done> checkHead(const Json& json, std::string_view kind, std::string_view older,
                                     int newest, std::string_view said);

} // namespace jitterscope
