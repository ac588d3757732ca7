// SPDX-License-Identifier: MIT
#include "core/files/json_fields.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

const Json* JsonFields::find(std::string_view field) const {
    if (m_failure || !m_json.is_object())
        return nullptr;
    const auto place = m_json.find(std::string(field));
    return place == m_json.end() || place->is_null() ? nullptr : &*place;
}

void JsonFields::fail(std::string_view field, std::string_view what) {
    if (!m_failure)
        m_failure = Error{ErrorCode::Format,
                          "field '" + m_place + std::string(field) + "': " + std::string(what), ""};
}

void JsonFields::text(const char* field, std::string& into) {
    const Json* const value = find(field);
    if (value == nullptr)
        return;
    if (!value->is_string())
        return fail(field, "a text is needed");
    into = value->get<std::string>();
}

void JsonFields::flag(const char* field, bool& into) {
    const Json* const value = find(field);
    if (value == nullptr)
        return;
    if (!value->is_boolean())
        return fail(field, "true or false is needed");
    into = value->get<bool>();
}

void JsonFields::number(const char* field, std::optional<double>& into) {
    const Json* const value = find(field);
    if (value == nullptr)
        return;
    if (!value->is_number() || std::abs(value->get<double>()) > kLargestNumber)
        return fail(field, "a number is needed");
    into = value->get<double>();
}

void JsonFields::number(const char* field, double least, double most, double& into) {
    const Json* const value = find(field);
    if (value == nullptr)
        return;
    if (!value->is_number() || !(value->get<double>() >= least && value->get<double>() <= most))
        return fail(field, "a number from " + numberText(least) + " to " + numberText(most) + " is needed");
    into = value->get<double>();
}

void JsonFields::texts(const char* field, std::vector<std::string>& into) {
    const Json* const list = find(field);
    if (list == nullptr)
        return;
    if (!list->is_array() || !std::ranges::all_of(*list, [](const Json& item) { return item.is_string(); }))
        return fail(field, "a list of texts is needed");
    into = list->get<std::vector<std::string>>();
}

void JsonFields::texts(const char* field, std::map<std::string, std::string>& into) {
    const Json* const object = find(field);
    if (object == nullptr)
        return;
    if (!object->is_object() ||
        !std::ranges::all_of(*object, [](const Json& item) { return item.is_string(); }))
        return fail(field, "an object of texts is needed");
    for (const auto& [key, value] : object->items())
        into[key] = value.get<std::string>();
}

void JsonFields::parameters(const char* field, std::span<const ParameterInfo> infos, std::string_view of,
                            ParameterValues& into) {
    const Json* const object = find(field);
    if (object == nullptr)
        return;
    if (!object->is_object())
        return fail(field, "an object of names and values is needed");
    for (std::size_t i = 0; i < infos.size(); ++i) {
        const auto place = object->find(std::string(infos[i].name));
        if (place == object->end())
            continue;
        const std::string name = field + ("." + std::string(infos[i].name));
        const bool word = infos[i].unit == Unit::Choice;
        if (word ? !place->is_string() : !place->is_number())
            return fail(name, rangeText(infos[i]) + " is needed");
        const Result<double> read =
            word ? parseParameter(infos[i], place->get<std::string>()) : place->get<double>();
        if (!read)
            return fail(name, read.error().message());
        into.set(i, read.value());
    }
    if (const Result<Done> checked = checkParameters(infos, into, of); !checked)
        fail(field, checked.error().message());
}

Result<Json> parsedJson(std::string_view text) {
    JsonText read = readJsonText(text);
    if (read.fault)
        return errorOf(*read.fault, text);
    return std::move(read.json);
}

Result<Done> checkHead(const Json& json, std::string_view kind, std::string_view older, int newest,
                       std::string_view said) {
    const std::string isNot = ": this is not " + std::string(said);
    if (!json.is_object())
        return Error{ErrorCode::Format, "it is not a JSON object" + isNot, ""};
    const auto found = json.find("jitterscope");
    const bool named = found != json.end();
    if (named && *found != kind)
        return Error{ErrorCode::Format, "field 'jitterscope' says " + found->dump() + isNot, ""};
    const std::string field(named ? "version" : older);
    const auto place = json.find(field);
    if (place == json.end() || !place->is_number_integer() || place->get<std::int64_t>() < 1)
        return Error{ErrorCode::Format, "there is no version in the field '" + field + "'" + isNot, ""};
    if (place->get<std::int64_t>() > newest)
        return Error{ErrorCode::Format,
                     "field '" + field + "': version " + place->dump() + " is newer than this program",
                     "a newer jitterscope wrote it"};
    return Done{};
}

} // namespace jitterscope
