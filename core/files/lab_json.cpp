// SPDX-License-Identifier: MIT
#include "core/files/json_parts.h"
#include "core/files/result_files.h"

namespace jitterscope {
namespace {

Json tableJson(const Table& table) {
    return {{"id", table.id}, {"title", table.title}, {"rows", rowObjects(table)}};
}

Json seriesJson(const LabSeries& line) {
    Json points = Json::array();
    for (const LabPoint& point : line.points)
        points.push_back(Json::array({point.x, point.y}));
    return {{"id", line.id}, {"name", line.name}, {"x", line.xAxis}, {"y", line.yAxis}, {"points", points}};
}

/// No-break blanks become plain ones, so that programs find the words they search for.
std::string withPlainBlanks(std::string text) {
    constexpr std::string_view kNoBreak = "\u00a0";
    for (std::size_t at = text.find(kNoBreak); at != std::string::npos; at = text.find(kNoBreak, at))
        text.replace(at, kNoBreak.size(), " ");
    return text;
}

Json sentencesJson(const std::vector<LabSentence>& sentences) {
    Json texts = Json::array();
    for (const LabSentence& each : sentences)
        texts.push_back(withPlainBlanks(each.text));
    return texts;
}

Json questionJson(const LabQuestion& question) {
    Json choices = Json::array();
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        choices.push_back({{"text", question.choices[i].text},
                           {"right", i == question.right},
                           {"feedback", question.choices[i].feedback}});
    return {{"asks", question.asks}, {"choices", std::move(choices)}};
}

} // namespace

std::string labJson(const LabEntry& entry, const ParameterValues& values, std::optional<double> guess,
                    const LabResult& result, const Privacy& privacy) {
    Json json = fileObject("lab");
    json.update(Json{{"lab", entry.id},
                     {"name", entry.name},
                     {"article", entry.article},
                     {"simulated", !result.measured},
                     {"knobs", parametersObject(entry.knobs, values)},
                     {"asks", entry.predict.asks},
                     {"unit", entry.predict.unit},
                     {"guess", guess ? Json(*guess) : Json(nullptr)},
                     {"answer", result.answer},
                     {"headline", result.headline},
                     {"explanation", sentencesJson(result.explanation)}});
    addPrivacy(json, privacy);
    json["tables"] = Json::array();
    for (const Table& table : result.tables)
        json["tables"].push_back(tableJson(table));
    json["series"] = Json::array();
    for (const LabSeries& line : result.series)
        json["series"].push_back(seriesJson(line));
    json["question"] = questionJson(entry.closing);
    return dumped(json);
}

std::string challengeJson(const ChallengePlay& play, const ChallengeResult& result, const Privacy& privacy) {
    Json json = fileObject("challenge");
    json.update(Json{{"lab", "challenge"},
                     {"simulated", true},
                     {"choices", parametersObject(challengeKnobs(), play.choices)},
                     {"seed", play.seed},
                     {"machine", challengeMachine(play.seed).id},
                     {"goals_met", result.met()},
                     {"goals", Json::array()}});
    addPrivacy(json, privacy);
    for (const ChallengeGoal& goal : result.goals)
        json["goals"].push_back({{"id", goal.id},
                                 {"asks", goal.asks},
                                 {"unit", goal.unit},
                                 {"at_most", goal.limit},
                                 {"came_out", goal.got},
                                 {"met", goal.met()},
                                 {"told", goal.told},
                                 {"taught_by", goal.lab}});
    json["series"] = Json::array({seriesJson(result.frames)});
    return dumped(json);
}

} // namespace jitterscope
