// SPDX-License-Identifier: MIT
#include "core/files/lab_file.h"

#include "core/base/catalog.h"
#include "core/files/atomic_file.h"
#include "core/files/json_fields.h"
#include "core/platform/file_system.h"

#include <algorithm>
#include <array>
#include <utility>

namespace jitterscope {
namespace {

constexpr int kVersion = 1;
constexpr std::string_view kOlderField = "jitterscope_lab";
constexpr const char* kLesson = "lesson";
constexpr std::size_t kLargest = 1 << 20;                                 // bytes
constexpr double kLongest = 1e6;                                          // s of a lab's own time
constexpr std::array<const char*, 3> kSteps{"predict", "run", "explain"}; // from LabStep::Predict on
constexpr int kFirstStep = static_cast<int>(LabStep::Predict);

/// The fields for the reader and the writer, but for the step and the knobs of a guess, which have rules of
/// their own.
template <typename Fields, typename State>
void stateFields(Fields& fields, const LabEntry& entry, State& state) {
    fields.parameters("knobs", entry.knobs, entry.id, state.knobs);
    fields.flag("here", state.here);
    fields.number("guess", entry.predict.minimum, entry.predict.maximum, state.guess);
    fields.number("moment_s", 0, kLongest, state.moment);
    fields.whole("choice", std::size_t{0}, entry.closing.choices.size() - 1, state.choice);
}

Error broken(const std::string& what, const std::string& hint = {}) {
    return Error{ErrorCode::Format, what, hint};
}

/// The entry that the field `lab` names.
Result<const LabEntry*> readLab(const JsonFields& fields) {
    const Json* const id = fields.find("lab");
    if (id == nullptr || !id->is_string())
        return broken("field 'lab': the id of a lab is needed", idList(labCatalog()));
    auto entry = requireEntry(labCatalog(), id->get<std::string>(), "lab");
    if (!entry)
        return broken("field 'lab': " + entry.error().what, entry.error().hint);
    return entry;
}

void readStep(JsonFields& fields, LabState& state) {
    const Json* const plays = fields.find("play");
    state.step = plays != nullptr && *plays == true ? LabStep::Play : LabStep::Predict;
    const Json* const value = fields.find("step");
    if (value == nullptr)
        return;
    const auto found = value->is_string() ? std::find(kSteps.begin(), kSteps.end(), value->get<std::string>())
                                          : kSteps.end();
    if (found == kSteps.end())
        return fields.fail("step", "predict, run or explain is needed");
    if (const auto step = static_cast<LabStep>(kFirstStep + (found - kSteps.begin()));
        step != LabStep::Predict)
        state.step = step;
    if (state.step > LabStep::Predict && !state.guess)
        fields.fail("step", "there is no guess, and nothing runs before one");
}

Result<LabVotes> readVotes(const Json& json) {
    std::optional<Error> failure;
    JsonFields fields(json, failure);
    const Result<const LabEntry*> entry = readLab(fields);
    if (!entry)
        return entry.error();
    const LabPrediction& predict = entry.value()->predict;
    LabVotes read{std::string(entry.value()->id), ParameterValues(entry.value()->knobs), {}};
    fields.parameters("knobs", entry.value()->knobs, read.lab, read.knobs);
    const Json* const votes = fields.find("votes");
    if (votes == nullptr || !votes->is_array()) {
        fields.fail("votes", "a list of numbers is needed");
        return *failure;
    }
    for (const Json& vote : *votes) {
        read.votes.push_back(vote.is_number() ? vote.get<double>() : predict.minimum - 1);
        if (!(read.votes.back() >= predict.minimum && read.votes.back() <= predict.maximum))
            fields.fail("votes", "numbers from " + numberText(predict.minimum) + " to " +
                                     numberText(predict.maximum) + " are needed");
    }
    if (failure)
        return *failure;
    return read;
}

Result<LabState> readState(const Json& json) {
    std::optional<Error> failure;
    JsonFields fields(json, failure);
    const Result<const LabEntry*> found = readLab(fields);
    if (!found)
        return found.error();
    const LabEntry& entry = *found.value();
    LabState state = labState(entry);
    stateFields(fields, entry, state);
    state.here = state.here && entry.measure != nullptr;
    state.guessKnobs = state.knobs;
    fields.parameters("guess_knobs", entry.knobs, entry.id, state.guessKnobs);
    if (!state.guess)
        state.guessKnobs = state.knobs; // of no guess
    readStep(fields, state);
    if (failure)
        return *failure;
    return state;
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
    Json json = fileObject("lab-state", kOlderField);
    json["lab"] = state.lab;
    const LabEntry* const entry = findEntry(labCatalog(), state.lab);
    if (entry == nullptr)
        return dumped(json);
    JsonFieldWriter fields(json);
    stateFields(fields, *entry, state);
    if (state.guess && !(state.guessKnobs == state.knobs))
        json["guess_knobs"] = parametersObject(entry->knobs, state.guessKnobs);
    // Programs that know no play take it for the step before the guess, too.
    json["step"] =
        kSteps.at(static_cast<std::size_t>(std::max(static_cast<int>(state.step) - kFirstStep, 0)));
    if (state.step == LabStep::Play)
        json["play"] = true;
    return dumped(json);
}

Result<LabState> parseLabFile(std::string_view text) {
    const Result<Json> json = parsedJson(text);
    if (!json)
        return json.error();
    if (const Result<Done> checked =
            checkHead(json.value(), "lab-state", kOlderField, kVersion, "the state of a lab");
        !checked)
        return checked.error();
    return readState(json.value());
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
    Json json = fileObject(kLesson);
    json["labs"] = std::move(labs);
    return dumped(json);
}

namespace {

Result<Lesson> lessonOf(const Json& json) {
    if (const Result<Done> checked = checkHead(json, kLesson, {}, kVersion, "the votes of a lesson");
        !checked)
        return checked.error();
    const auto labs = json.find("labs");
    if (labs == json.end() || !labs->is_array())
        return broken("field 'labs': a list is needed");
    Lesson lesson;
    for (const Json& lab : *labs) {
        Result<LabVotes> votes = readVotes(lab);
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
    const Result<Json> json = parsedJson(text);
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
    const Result<Json> json = parsedJson(text.value());
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
