// SPDX-License-Identifier: MIT
#include "app/cli/lab_challenge.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/result_file.h"
#include "core/base/said.h"
#include "core/document/text_lines.h"
#include "core/files/result_files.h"
#include "core/lab/lab_support.h"
#include "core/picture/picture.h"
#include "core/scene/challenge.h"

namespace jitterscope::cli {
namespace {

std::string choicesText(const ParameterValues& choices) {
    std::string text;
    for (std::size_t i = 0; i < challengeKnobs().size(); ++i)
        text += (i > 0 ? ", " : "") + std::string(challengeKnobs()[i].name) + " " +
                parameterText(challengeKnobs()[i], choices[i]);
    return text;
}

std::string amountText(const ChallengeGoal& goal, double amount) {
    return goal.unit == "ms" ? timeInWords(amount * 1e6) : figure(amount) + " " + std::string(goal.unit);
}

Lines goalsText(const ChallengeResult& result) {
    std::vector<std::vector<std::string>> rows{{"Goal", "Came out", "At most", "Met"}};
    for (const ChallengeGoal& goal : result.goals)
        rows.push_back(
            {goal.asks, amountText(goal, goal.got), amountText(goal, goal.limit), goal.met() ? "yes" : "no"});
    return textTable(rows);
}

Lines missedText(const ChallengeResult& result) {
    Lines text;
    for (const ChallengeGoal& goal : result.goals) {
        if (!goal.met())
            text.add(
                wrapped(said::unbroken(goal.told + " The lab " + std::string(goal.lab) + " teaches it."), 2));
    }
    return text;
}

std::string pictureText(const ChallengeResult& result) {
    constexpr double kWidth = 900; // px
    constexpr double kHeight = 560;
    return svgText(scene::challengePicture(result, true, kWidth, kHeight, scene::Letters{}), SvgTheme::Light);
}

} // namespace

int playChallenge(const ChallengeCall& call) {
    const std::vector<NamedFile> named{{"--json", call.jsonFile}, {"--svg", call.svgFile}};
    if (const Result<Done> separate = checkSeparate(named); !separate)
        return report(separate.error());
    Result<ResultFile> json = ResultFile::open(call.jsonFile);
    if (!json)
        return report(json.error());
    Result<ResultFile> svg = ResultFile::open(call.svgFile);
    if (!svg)
        return report(svg.error());
    const Result<ChallengeResult> played = runChallenge(call.play.choices, call.play.seed);
    if (!played)
        return report(played.error());
    const ChallengeResult& result = played.value();
    const Privacy privacy = call.redact ? redactedPrivacy() : Privacy{};
    bool written = json.value().commit([&] { return challengeJson(call.play, result, privacy); });
    written &= svg.value().commit([&] { return pictureText(result); });
    Lines text = wrapped(said::unbroken("The challenge – " + std::string(challengeText())), 0);
    const ChallengeMachine& machine = challengeMachine(call.play.seed);
    text.add(wrapped("SIMULATED. Machine " + std::to_string(call.play.seed) + ": " +
                         std::string(machine.name) + ". " + std::string(machine.text) +
                         " The same number is the same minute (--seed); 1 to 5 are the five kinds.",
                     0));
    text.add(wrapped("With " + choicesText(call.play.choices), 0));
    text.addBlank();
    text.add(goalsText(result));
    text.addBlank();
    text.add(result.headline());
    text.add(missedText(result));
    const int printed = printBeside(named, text);
    return written ? printed : kFailed;
}

} // namespace jitterscope::cli
