// SPDX-License-Identifier: MIT
#include "core/document/lab_document.h"

#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/scene/challenge.h"
#include "core/scene/scene.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kSheetWidth = 680; // px of a sheet, 96 to an inch

std::string letterOf(std::size_t choice) {
    return {static_cast<char>('a' + choice), ')'};
}

void addTable(Section& section, const Table& table) {
    constexpr std::size_t kMostShown = 24;
    Table shown{table.id, table.title, table.columns, {}};
    for (std::size_t i = 0; i < std::min(kMostShown, table.rows.size()); ++i) {
        auto& cells = shown.rows.emplace_back();
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            cells.emplace_back(labCellText(table.rows[i][column], table.columns[column].quantity));
    }
    section.blocks.emplace_back(std::move(shown));
    if (table.rows.size() > kMostShown)
        section.blocks.emplace_back(
            note("… " + std::to_string(table.rows.size() - kMostShown) + " more rows"));
}

std::string settingsText(const LabTold& lab) {
    std::string text;
    for (std::size_t i = 0; i < lab.entry.knobs.size(); ++i) {
        if (lab.entry.uses(lab.entry.knobs[i].name, lab.result.measured))
            said::append(text, std::string(lab.entry.knobs[i].name) + " " +
                                   parameterText(lab.entry.knobs[i], lab.knobs[i]));
    }
    return text;
}

std::unique_ptr<scene::Scene> sceneOf(const LabTold& lab) {
    return findEntry(scene::sceneCatalog(), lab.entry.id)->make(lab.result, lab.knobs);
}

Picture pictureOf(const scene::Scene& scene, scene::View view) {
    const auto [width, height] = scene.leastSize(false);
    view.width = std::max(view.width, static_cast<double>(width));
    view.height = std::max(static_cast<double>(height), view.width / 2);
    view.now = view.answered ? scene.duration() : 0;
    return scene.show(view).picture;
}

Picture endOfRun(const LabTold& lab, double width) {
    return pictureOf(*sceneOf(lab),
                     {.width = width, .edge = 12, .answered = true, .guess = lab.guess, .paper = true});
}

std::string choicesText(const ParameterValues& choices) {
    std::vector<std::string> chosen;
    for (std::size_t i = 0; i < challengeKnobs().size(); ++i)
        chosen.push_back(std::string(challengeKnobs()[i].name) + " " +
                         parameterText(challengeKnobs()[i], choices[i]));
    return said::joined(chosen);
}

Table goalsTable(const ChallengeResult& result) {
    Table table{.columns = {words("Goal"), words("What is measured"), numbers("Came out"), numbers("At most"),
                            words("Met")}};
    for (const ChallengeGoal& goal : result.goals)
        table.rows.push_back({goal.asks, goal.measures, goal.amount(goal.got), goal.amount(goal.limit),
                              goal.met() ? "yes" : "no"});
    return table;
}

/// As many lines to write on.
PictureBlock roomToWrite(int lines) {
    constexpr int kBelow = 14; // px below the last line
    constexpr int kLine = 26;  // px between lines
    Picture picture{kSheetWidth, static_cast<double>(lines * kLine + kBelow), "Room to write", {}, {}};
    for (int i = 1; i <= lines; ++i)
        picture.line(0, i * kLine - 2, kSheetWidth, i * kLine - 2, {Ink::Border, 1, {}});
    return {std::move(picture), {}};
}

/// Adds a line for each knob that matters.
void addSettings(Section& section, const LabSetting& lab) {
    const auto& knobs = lab.entry->knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        if (parameterApplies(knobs, i, lab.knobs) && lab.entry->uses(knobs[i].name, lab.here))
            section.blocks.emplace_back(
                note(settingInWords(knobs[i], lab.knobs[i]) + ". " + std::string(knobs[i].meaning)));
    }
}

/// The front page: what the lab shows, and the guess.
Section frontOf(const LabSetting& lab) {
    const LabEntry& entry = *lab.entry;
    const LabResult result = runLab(entry, lab.knobs).value();
    const auto scene = sceneOf({entry, lab.knobs, result});
    const std::string unit(scene->guessUnit().name);
    Section section{std::string(entry.name), {}};
    section.blocks.emplace_back(plain("Name: ________________________   Date: ______________"));
    section.blocks.emplace_back(plain(std::string(entry.question)));
    section.blocks.emplace_back(note(std::string(entry.article) + " · about " +
                                     std::to_string(entry.minutes) + " min · jitterscope --page labs --lab " +
                                     std::string(entry.id)));
    addSettings(section, lab);
    section.blocks.emplace_back(
        Paragraph{"1. Predict. " + std::string(entry.predict.asks), Paragraph::Role::Lead});
    section.blocks.emplace_back(plain("I think: ______________ " + unit));
    section.blocks.emplace_back(Paragraph{lab.here ? "2. Run. It measures your machine; each gets numbers of "
                                                     "its own."
                                                   : "2. Run.",
                                          Paragraph::Role::Lead});
    addPicture(section, pictureOf(*scene, {.width = kSheetWidth, .paper = true}), {}, {});
    section.blocks.emplace_back(plain("It was: ______________ " + unit));
    return section;
}

/// The back page: the explanation and the questions.
Section backOf(const LabEntry& entry) {
    Section section{.title = "3. Explain", .blocks = {}, .newPage = true};
    section.blocks.emplace_back(
        Paragraph{"What did you see? Why does it come out so? In your own words, with your numbers.",
                  Paragraph::Role::Lead});
    section.blocks.emplace_back(roomToWrite(12));
    section.blocks.emplace_back(Paragraph{"4. " + std::string(entry.closing.asks), Paragraph::Role::Lead});
    for (const LabChoice& choice : entry.closing.choices)
        section.blocks.emplace_back(plain("☐ " + std::string(choice.text)));
    section.blocks.emplace_back(plain("Because:"));
    section.blocks.emplace_back(roomToWrite(2));
    section.blocks.emplace_back(Paragraph{"5. What will you write in your own code?", Paragraph::Role::Lead});
    section.blocks.emplace_back(roomToWrite(4));
    return section;
}

void addKeyToQuestion(Section& section, const LabQuestion& question) {
    section.blocks.emplace_back(Paragraph{"4. " + std::string(question.asks), Paragraph::Role::Lead});
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        const LabChoice& choice = question.choices[i];
        section.blocks.emplace_back(plain((i == question.right ? "☒ " : "☐ ") + std::string(choice.text)));
        section.blocks.emplace_back(note(std::string(choice.feedback)));
    }
}

Section keyOf(const LabSetting& lab) {
    const LabEntry& entry = *lab.entry;
    const LabResult result = runLab(entry, lab.knobs).value();
    Section section{std::string(entry.name), {}};
    section.blocks.emplace_back(plain(std::string(entry.idea)));
    addSettings(section, lab);
    section.blocks.emplace_back(Paragraph{"1. " + std::string(entry.predict.asks), Paragraph::Role::Lead});
    section.blocks.emplace_back(plain(guessed(entry.predict, result.answer)));
    section.blocks.emplace_back(Paragraph{"2. " + result.headline, Paragraph::Role::Lead});
    if (lab.here)
        section.blocks.emplace_back(
            note("These are the simulated numbers. The class measures, so each machine has others."));
    addPicture(section, endOfRun({entry, lab.knobs, result}, kSheetWidth), {}, {});
    section.blocks.emplace_back(Paragraph{"3. Why", Paragraph::Role::Lead});
    for (std::size_t i = 0; i + 1 < result.explanation.size(); ++i)
        section.blocks.emplace_back(plain(result.explanation[i].text));
    addKeyToQuestion(section, entry.closing);
    section.blocks.emplace_back(Paragraph{"5. The advice", Paragraph::Role::Lead});
    section.blocks.emplace_back(plain(result.explanation.back().text));
    section.blocks.emplace_back(Paragraph{"What usually goes wrong", Paragraph::Role::Lead});
    section.blocks.emplace_back(plain(std::string(entry.teacher.goesWrong)));
    section.blocks.emplace_back(
        Paragraph{"Ask next: " + std::string(entry.teacher.asks), Paragraph::Role::Lead});
    section.blocks.emplace_back(plain("A good answer says: " + std::string(entry.teacher.answer)));
    return section;
}

} // namespace

std::string labCellText(const Cell& cell, Quantity quantity) {
    constexpr int kDecimals = 3;
    if (quantity == Quantity::Flag)
        return said::cell(cell, quantity);
    if (const auto* whole = std::get_if<std::int64_t>(&cell))
        return said::count(*whole);
    if (const auto* number = std::get_if<double>(&cell))
        return figure(*number, kDecimals);
    const auto* word = std::get_if<std::string>(&cell);
    return word != nullptr ? *word : said::absent();
}

Origin labOrigin(const LabEntry& entry, const LabResult& result) {
    if (!result.measured)
        return {.badge = std::string(kVirtualTime),
                .note = "repeatable; nothing here was measured on this machine",
                .simulated = true};
    if (entry.measures.empty())
        return {.badge = std::string(kMeasuredHere),
                .note = "on this machine, just now; other numbers each time"};
    return {.badge = std::string(kMeasuredHere) + " IN PART",
            .note = std::string(entry.measures) + "; the rest is simulated"};
}

Document labDocument(const LabTold& lab) {
    const LabEntry& entry = lab.entry;
    Document document{std::string(entry.name), {}};
    Section head{std::string(entry.name), {}};
    head.blocks.emplace_back(
        Paragraph{std::string(entry.name) + " – " + std::string(entry.question), Paragraph::Role::Lead});
    const Origin origin = labOrigin(entry, lab.result);
    head.blocks.emplace_back(
        plain(origin.badge + ": " + origin.note + ". Source: " + std::string(entry.article)));
    head.blocks.emplace_back(plain("With " + settingsText(lab)));
    document.sections.push_back(std::move(head));

    Section answer{std::string(entry.predict.asks), {}};
    if (lab.guess)
        answer.blocks.emplace_back(plain(guessText(entry.predict, *lab.guess, lab.result.answer)));
    answer.blocks.emplace_back(plain(lab.result.headline));
    addPicture(answer, endOfRun(lab, 900), {}, {});
    document.sections.push_back(std::move(answer));

    Section why{"Why", {}};
    for (const LabSentence& each : lab.result.explanation)
        why.blocks.emplace_back(plain(each.text));
    document.sections.push_back(std::move(why));

    Section numbers{"The numbers", {}};
    for (const Table& table : lab.result.tables)
        addTable(numbers, table);
    document.sections.push_back(std::move(numbers));

    Section question{"Question: " + std::string(entry.closing.asks), {}};
    for (std::size_t i = 0; i < entry.closing.choices.size(); ++i)
        question.blocks.emplace_back(plain(letterOf(i) + " " + std::string(entry.closing.choices[i].text)));
    if (lab.choice)
        question.blocks.emplace_back(
            plain(letterOf(*lab.choice) + " " + std::string(entry.closing.choices[*lab.choice].feedback)));
    document.sections.push_back(std::move(question));
    keepUnits(document);
    return document;
}

Origin challengeOrigin(std::uint64_t seed) {
    return {.badge = std::string(kVirtualTime), .note = challengeMachineText(seed), .simulated = true};
}

Section missedSection(const ChallengeResult& result) {
    Section section{.title = "What is missed, and which lab teaches it", .blocks = {}, .id = "missed"};
    RowList list{.figures = {}, .rows = {}, .what = "missed"};
    for (const ChallengeGoal& goal : result.goals) {
        if (goal.met())
            continue;
        const LabEntry& lab = *findEntry(labCatalog(), goal.lab);
        Row row{.figures = {}, .title = goal.told, .soWhat = {}};
        row.doThis = "Play the lab " + std::string(lab.id) + ".";
        row.action =
            Action{"lab:" + std::string(lab.id), std::string(lab.name), "Opens the lab that teaches it"};
        list.rows.push_back(std::move(row));
    }
    if (!list.rows.empty())
        section.blocks.emplace_back(std::move(list));
    return section;
}

Document challengeDocument(const ChallengePlay& play, const ChallengeResult& result) {
    constexpr double kWidth = 900; // px
    constexpr double kHeight = 560;
    Document document{"The challenge", {}};
    Section head{"The challenge", {}};
    head.blocks.emplace_back(
        Paragraph{"The challenge – " + std::string(challengeText()), Paragraph::Role::Lead});
    const Origin origin = challengeOrigin(play.seed);
    head.blocks.emplace_back(
        plain(origin.badge + ". " + origin.note + " The same --seed gives the same minute."));
    head.blocks.emplace_back(plain("With " + choicesText(play.choices)));
    document.sections.push_back(std::move(head));

    Section goals{"What came out", {}};
    goals.blocks.emplace_back(Paragraph{result.headline(), Paragraph::Role::Lead});
    addPicture(goals, scene::challengePicture(result, true, kWidth, kHeight, scene::Letters{}), {}, {});
    goals.blocks.emplace_back(goalsTable(result));
    document.sections.push_back(std::move(goals));
    if (Section missed = missedSection(result); !missed.blocks.empty())
        document.sections.push_back(std::move(missed));
    keepUnits(document);
    return document;
}

Document workSheets(std::span<const LabSetting> labs) {
    Document document{labs.size() == 1 ? "Work sheet" : "Work sheets", {}};
    for (const LabSetting& lab : labs) {
        const bool first = document.sections.empty();
        document.sections.push_back(frontOf(lab));
        document.sections.back().newPage = !first;
        document.sections.push_back(backOf(*lab.entry));
    }
    keepUnits(document);
    return document;
}

Document answerKey(std::span<const LabSetting> labs) {
    Document document{labs.size() == 1 ? "Key to the work sheet" : "Key to the work sheets", {}};
    for (const LabSetting& lab : labs) {
        document.sections.push_back(keyOf(lab));
        document.sections.back().newPage = document.sections.size() > 1;
    }
    keepUnits(document);
    return document;
}

void keepUnits(Document& document) {
    for (Section& section : document.sections) {
        for (Block& block : section.blocks) {
            if (auto* words = std::get_if<Paragraph>(&block))
                words->text = said::unbroken(words->text);
        }
    }
}

} // namespace jitterscope
