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
constexpr const char* kLesson = "lesson";
constexpr std::size_t kLargest = 1 << 20;                                 // bytes
constexpr double kLongest = 1e6;                                          // s of a lab's own time
constexpr std::array<const char*, 3> kSteps{"predict", "run", "explain"}; // from LabStep::Predict on
constexpr int kFirstStep = static_cast<int>(LabStep::Predict);

Error broken(const std::string& what, const std::string& hint = {}) {
    return Error{ErrorCode::Format, what, hint};
}

/// Reads the fields of one state; stops at the first Error and keeps it.
class LabReader {
public:
    explicit LabReader(const Json& json) noexcept : m_json(json) {}
    [[nodiscard]] Result<LabState> read();
    [[nodiscard]] Result<LabVotes> readVotes();

private:
    [[nodiscard]] Result<const LabEntry*> lab() const;
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
    const Json* const plays = find("play");
    state.step = plays != nullptr && *plays == true ? LabStep::Play : LabStep::Predict;
    if (value == nullptr)
        return;
    const auto found = value->is_string() ? std::find(kSteps.begin(), kSteps.end(), value->get<std::string>())
                                          : kSteps.end();
    if (found == kSteps.end())
        return fail("step", "predict, run or explain is needed");
    if (const auto step = static_cast<LabStep>(kFirstStep + (found - kSteps.begin()));
        step != LabStep::Predict)
        state.step = step;
    if (state.step > LabStep::Predict && !state.guess)
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

Result<const LabEntry*> LabReader::lab() const {
    const Json* const id = find("lab");
    if (id == nullptr || !id->is_string())
        return broken("field 'lab': the id of a lab is needed", idList(labCatalog()));
    auto entry = requireEntry(labCatalog(), id->get<std::string>(), "lab");
    if (!entry)
        return broken("field 'lab': " + entry.error().what, entry.error().hint);
    return entry;
}

Result<LabVotes> LabReader::readVotes() {
    const Result<const LabEntry*> entry = lab();
    if (!entry)
        return entry.error();
    const LabPrediction& predict = entry.value()->predict;
    LabVotes read{std::string(entry.value()->id), ParameterValues(entry.value()->knobs), {}};
    values("knobs", *entry.value(), read.knobs);
    const Json* const votes = find("votes");
    if (votes == nullptr || !votes->is_array())
        return broken("field 'votes': a list of numbers is needed");
    for (const Json& vote : *votes) {
        const double guess = vote.is_number() ? vote.get<double>() : predict.minimum - 1;
        if (!(guess >= predict.minimum && guess <= predict.maximum))
            return broken("field 'votes': numbers from " + Json(predict.minimum).dump() + " to " +
                          Json(predict.maximum).dump() + " are needed");
        read.votes.push_back(guess);
    }
    if (m_failure)
        return *m_failure;
    return read;
}

Result<LabState> LabReader::read() {
    const Result<const LabEntry*> entry = lab();
    if (!entry)
        return entry.error();
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
    // Programs that know no play take it for the step before the guess, too.
    json["step"] =
        kSteps.at(static_cast<std::size_t>(std::max(static_cast<int>(state.step) - kFirstStep, 0)));
    if (state.step == LabStep::Play)
        json["play"] = true;
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

void setVotes(Lesson& lesson, LabVotes votes) {
    const auto known = std::ranges::find(lesson, votes.lab, &LabVotes::lab);
    if (votes.votes.empty()) {
        if (known != lesson.end())
            lesson.erase(known);
    } else if (known == lesson.end()) {
        lesson.push_back(std::move(votes));
    } else {
        *known = std::move(votes);
    }
}

HandedIn gatherVotes(std::span<const LabState> files) {
    HandedIn gathered;
    std::vector<LabVotes> questions; // a lab at a setting each
    for (const LabState& file : files) {
        if (!file.guess || file.here) {
            ++gathered.without;
            continue;
        }
        auto same = std::ranges::find_if(questions, [&file](const LabVotes& each) {
            return each.lab == file.lab && each.knobs == file.guessKnobs;
        });
        if (same == questions.end())
            same = questions.insert(same, {file.lab, file.guessKnobs, {}});
        same->votes.push_back(*file.guess);
    }
    std::ranges::stable_sort(questions, std::greater{},
                             [](const LabVotes& each) { return each.votes.size(); });
    for (LabVotes& each : questions) {
        if (std::ranges::find(gathered.lesson, each.lab, &LabVotes::lab) == gathered.lesson.end())
            gathered.lesson.push_back(std::move(each));
        else
            gathered.others += each.votes.size();
    }
    return gathered;
}

std::string lessonText(const Lesson& lesson) {
    Json labs = Json::array();
    for (const LabVotes& each : lesson) {
        const LabEntry* const entry = findEntry(labCatalog(), each.lab);
        if (entry == nullptr)
            continue;
        const auto result = runLab(*entry, each.knobs);
        labs.push_back({{"lab", each.lab},
                        {"asks", entry->predict.asks},
                        {"knobs", parametersObject(entry->knobs, each.knobs)},
                        {"unit", entry->predict.unit},
                        {"votes", each.votes},
                        {"answer", result ? Json(result.value().answer) : Json(nullptr)}});
    }
    return dumped(Json{{"jitterscope", kLesson},
                       {"version", kVersion},
                       {"program", "jitterscope " + std::string(version())},
                       {"labs", std::move(labs)}});
}

namespace {

Result<Lesson> lessonOf(const Json& json) {
    const auto version = json.find("version");
    if (version == json.end() || !version->is_number_integer() || version->get<std::int64_t>() < 1)
        return broken("field 'version': a whole number is needed");
    if (version->get<std::int64_t>() > kVersion)
        return broken("field 'version': " + version->dump() + " is newer than this program",
                      "a newer jitterscope wrote it");
    const auto labs = json.find("labs");
    if (labs == json.end() || !labs->is_array())
        return broken("field 'labs': a list is needed");
    Lesson lesson;
    for (const Json& lab : *labs) {
        Result<LabVotes> votes = LabReader(lab).readVotes();
        if (!votes)
            return votes.error();
        setVotes(lesson, std::move(votes).value());
    }
    return lesson;
}

bool isLesson(const Json& json) {
    const auto kind = json.is_object() ? json.find("jitterscope") : json.end();
    return kind != json.end() && *kind == kLesson;
}

Error inFile(const std::string& path, const Error& error) {
    return Error{error.code, pathText(path) + ": " + error.what, error.hint};
}

} // namespace

Result<Lesson> parseLesson(std::string_view text) {
    const Result<Json> json = parsed(text);
    if (!json)
        return json.error();
    if (!isLesson(json.value()))
        return broken("field 'jitterscope': these are not the votes of a lesson");
    return lessonOf(json.value());
}

Result<std::variant<LabState, Lesson>> readLabOrLesson(const std::string& path) {
    const Result<std::string> text = readWhole(path, kLargest);
    if (!text)
        return text.error();
    const Result<Json> json = parsed(text.value());
    if (json && isLesson(json.value())) {
        Result<Lesson> lesson = lessonOf(json.value());
        if (!lesson)
            return inFile(path, lesson.error());
        return std::variant<LabState, Lesson>(std::move(lesson).value());
    }
    Result<LabState> state = parseLabFile(text.value());
    if (!state)
        return inFile(path, state.error());
    return std::variant<LabState, Lesson>(std::move(state).value());
}

Result<LabState> readLabFile(const std::string& path) {
    auto read = readLabOrLesson(path);
    if (!read)
        return read.error();
    if (auto* const state = std::get_if<LabState>(&read.value()))
        return std::move(*state);
    return inFile(path, broken("these are the votes of a lesson, and not the state of a lab"));
}

Result<Done> writeLabFile(const std::string& path, const LabState& state) {
    return writeWhole(path, labFileText(state));
}

} // namespace jitterscope
