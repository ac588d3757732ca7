// SPDX-License-Identifier: MIT
#include "core/files/lab_file.h"

#include "core/base/catalog.h"
#include "core/base/version.h"
#include "core/files/atomic_file.h"
#include "core/files/json_text.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

constexpr int kVersion = 1;
constexpr const char* kVersionField = "jitterscope_lab";
constexpr std::size_t kLargest = 1 << 20; // bytes
constexpr double kLongest = 1e6;          // s of a lab's own time
constexpr std::array<const char*, 3> kSteps{"predict", "run", "explain"};

Error broken(const std::string& what, const std::string& hint = {}) {
    return Error{ErrorCode::Format, what, hint};
}

/// Reads the fields of one state; stops at the first Error and keeps it.
class LabReader {
public:
    explicit LabReader(const Json& json) noexcept : m_json(json) {}
    [[nodiscard]] Result<LabState> read();

private:
    /// Null: absent.
    [[nodiscard]] const Json* find(const char* field) const {
        const auto place = m_json.find(field);
        return place == m_json.end() || place->is_null() ? nullptr : &*place;
    }
    void fail(const std::string& field, const std::string& what) {
        if (!m_failure)
            m_failure = broken("field '" + field + "': " + what);
    }
    void number(const char* field, double least, double most, double& into);
    void values(const char* field, const LabEntry& entry, ParameterValues& into);
    void step(LabState& state);
    void choice(const LabEntry& entry, LabState& state);

    const Json& m_json;
    std::optional<Error> m_failure;
};

void LabReader::number(const char* field, double least, double most, double& into) {
    const Json* const value = find(field);
    if (value == nullptr)
        return;
    const double read = value->is_number() ? value->get<double>() : least - 1;
    if (!(read >= least && read <= most))
        return fail(field, "a number from " + Json(least).dump() + " to " + Json(most).dump() + " is needed");
    into = read;
}

void LabReader::values(const char* field, const LabEntry& entry, ParameterValues& into) {
    const Json* const object = find(field);
    if (object == nullptr)
        return;
    if (!object->is_object())
        return fail(field, "an object of names and values is needed");
    for (std::size_t i = 0; i < entry.knobs.size(); ++i) {
        const ParameterInfo& knob = entry.knobs[i];
        const auto place = object->find(std::string(knob.name));
        if (place == object->end())
            continue;
        const bool word = knob.unit == Unit::Choice;
        if (word ? !place->is_string() : !place->is_number())
            return fail(std::string(field) + "." + std::string(knob.name), rangeText(knob) + " is needed");
        const auto read =
            word ? parseParameter(knob, place->get<std::string>()) : Result<double>(place->get<double>());
        if (!read)
            return fail(std::string(field) + "." + std::string(knob.name), read.error().message());
        into.set(i, read.value());
    }
    if (const auto checked = checkParameters(entry.knobs, into, entry.id); !checked)
        fail(field, checked.error().message());
}

void LabReader::step(LabState& state) {
    const Json* const value = find("step");
    if (value == nullptr)
        return;
    const auto found = value->is_string() ? std::find(kSteps.begin(), kSteps.end(), value->get<std::string>())
                                          : kSteps.end();
    if (found == kSteps.end())
        return fail("step", "predict, run or explain is needed");
    state.step = static_cast<LabStep>(found - kSteps.begin());
    if (state.step != LabStep::Predict && !state.guess)
        fail("step", "there is no guess, and nothing runs before one");
}

void LabReader::choice(const LabEntry& entry, LabState& state) {
    const std::size_t choices = entry.closing.choices.size();
    const Json* const value = find("choice");
    if (value == nullptr)
        return;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() >= choices)
        return fail("choice", "a whole number from 0 to " + std::to_string(choices - 1) + " is needed");
    state.choice = value->get<std::size_t>();
}

Result<LabState> LabReader::read() {
    const Json* const id = find("lab");
    if (id == nullptr || !id->is_string())
        return broken("field 'lab': the id of a lab is needed", idList(labCatalog()));
    const auto entry = requireEntry(labCatalog(), id->get<std::string>(), "lab");
    if (!entry)
        return broken("field 'lab': " + entry.error().what, entry.error().hint);
    LabState state = labState(*entry.value());
    values("knobs", *entry.value(), state.knobs);
    state.guessKnobs = state.knobs;
    values("guess_knobs", *entry.value(), state.guessKnobs);
    if (const Json* const here = find("here")) {
        if (!here->is_boolean())
            fail("here", "true or false is needed");
        else
            state.here = here->get<bool>() && entry.value()->measure != nullptr;
    }
    const LabPrediction& predict = entry.value()->predict;
    if (find("guess") != nullptr)
        number("guess", predict.minimum, predict.maximum, state.guess.emplace());
    else
        state.guessKnobs = state.knobs; // of no guess
    step(state);
    number("moment_s", 0, kLongest, state.moment);
    choice(*entry.value(), state);
    if (m_failure)
        return *m_failure;
    return state;
}

Result<Json> parsed(std::string_view text) {
    JsonText read = readJsonText(text);
    if (!read.fault)
        return std::move(read.json);
    if (read.fault->kind != JsonFault::Kind::Syntax)
        return broken(errorOf(*read.fault).what);
    const std::size_t byte = read.fault->byte;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    return broken("line " + std::to_string(1 + std::count(text.begin(), end, '\n')) +
                      (byte > text.size() ? ": it ends in the middle" : ": this is not JSON"),
                  "");
}

Result<Done> checkLabVersion(const Json& json) {
    const auto place = json.is_object() ? json.find(kVersionField) : json.end();
    if (place == json.end() || !place->is_number_integer() || place->get<std::int64_t>() < 1)
        return broken(std::string("there is no field '") + kVersionField +
                      "': this is not the state of a lab");
    if (place->get<std::int64_t>() > kVersion)
        return broken(std::string("field '") + kVersionField + "': version " + place->dump() +
                          " is newer than this program",
                      "a newer jitterscope wrote it");
    return Done{};
}

} // namespace

LabState labState(const LabEntry& entry) {
    LabState state;
    state.lab = entry.id;
    state.knobs = ParameterValues(entry.knobs);
    state.guessKnobs = state.knobs;
    return state;
}

std::string labFileText(const LabState& state) {
    Json json = Json::object();
    json[kVersionField] = kVersion;
    json["program"] = "jitterscope " + std::string(version());
    json["lab"] = state.lab;
    const LabEntry* const entry = findEntry(labCatalog(), state.lab);
    if (entry == nullptr)
        return dumped(json);
    json["knobs"] = parametersObject(entry->knobs, state.knobs);
    json["here"] = state.here;
    json["guess"] = state.guess ? Json(*state.guess) : Json(nullptr);
    if (state.guess && !(state.guessKnobs == state.knobs))
        json["guess_knobs"] = parametersObject(entry->knobs, state.guessKnobs);
    json["step"] = kSteps.at(static_cast<std::size_t>(state.step));
    json["moment_s"] = state.moment;
    json["choice"] = state.choice ? Json(*state.choice) : Json(nullptr);
    return dumped(json);
}

Result<LabState> parseLabFile(std::string_view text) {
    const Result<Json> json = parsed(text);
    if (!json)
        return json.error();
    if (const Result<Done> checked = checkLabVersion(json.value()); !checked)
        return checked.error();
    return LabReader(json.value()).read();
}

Result<LabState> readLabFile(const std::string& path) {
    const Result<std::string> text = readWhole(path, kLargest);
    if (!text)
        return text.error();
    Result<LabState> state = parseLabFile(text.value());
    if (!state)
        return Error{state.error().code, pathText(path) + ": " + state.error().what, state.error().hint};
    return state;
}

Result<Done> writeLabFile(const std::string& path, const LabState& state) {
    return writeWhole(path, labFileText(state));
}

} // namespace jitterscope
