// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/document/lab_document.h"
#include "core/lab/lab_support.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace jitterscope::lab_document_test {

namespace {

std::vector<LabSetting> everyLab() {
    std::vector<LabSetting> labs;
    for (const LabEntry& entry : labCatalog())
        labs.push_back({&entry, ParameterValues(entry.knobs), false});
    return labs;
}

/// All that is written in it, also in its pictures.
std::string wordsOf(const Document& document) {
    std::string all;
    for (const Section& section : document.sections) {
        all += section.title + "\n";
        for (const Block& block : section.blocks) {
            if (const auto* words = std::get_if<Paragraph>(&block))
                all += words->text + "\n";
            else if (const auto* picture = std::get_if<PictureBlock>(&block)) {
                all += picture->picture.description + "\n";
                for (const Shape& shape : picture->picture.shapes) {
                    if (const auto* text = std::get_if<TextShape>(&shape))
                        all += text->text + "\n";
                }
            }
        }
    }
    return all;
}

bool has(const std::string& text, std::string_view words) {
    return text.find(said::unbroken(words)) != std::string::npos;
}

std::size_t picturesIn(const Section& section) {
    return static_cast<std::size_t>(std::ranges::count_if(
        section.blocks, [](const Block& block) { return std::holds_alternative<PictureBlock>(block); }));
}

} // namespace

/// What a lab hands out: its result, a sheet for the class, a key for the teacher.
class LabDocumentTest : public QObject {
    Q_OBJECT

private slots:
    /// Whoever prints them: no answer is on them, and nobody's guess.
    void workSheetsTellNoAnswer() {
        for (const LabEntry& entry : labCatalog()) {
            const std::vector<LabSetting> lab{{&entry, ParameterValues(entry.knobs), false}};
            const Document sheet = workSheets(lab);
            const LabResult result = runLab(entry, lab[0].knobs).value();
            const std::string words = wordsOf(sheet);
            QVERIFY2(!has(words, result.headline), entry.id.data());
            QVERIFY2(!has(words, "You predicted") && !has(words, "☒"), entry.id.data());
            for (const LabSentence& sentence : result.explanation)
                QVERIFY2(!has(words, sentence.text), entry.id.data());
            for (const LabChoice& choice : entry.closing.choices) {
                QVERIFY2(has(words, "☐ " + std::string(choice.text)), entry.id.data());
                QVERIFY2(!has(words, choice.feedback), entry.id.data());
            }
            QVERIFY(!has(words, entry.teacher.goesWrong) && !has(words, entry.teacher.answer));
            QVERIFY(has(words, "1. Predict. " + std::string(entry.predict.asks)));
            QCOMPARE(sheet.sections.size(), std::size_t{2});
            QVERIFY(!sheet.sections[0].newPage && sheet.sections[1].newPage);
            QCOMPARE(picturesIn(sheet.sections[0]), std::size_t{1});
        }
        const Document all = workSheets(everyLab());
        QCOMPARE(all.sections.size(), 2 * labCatalog().size());
        for (std::size_t i = 1; i < all.sections.size(); ++i)
            QVERIFY(all.sections[i].newPage);
    }

    void theKeyHasTheAnswers() {
        const std::vector<LabSetting> labs = everyLab();
        const Document key = answerKey(labs);
        QCOMPARE(key.sections.size(), labs.size());
        for (std::size_t i = 0; i < labs.size(); ++i) {
            const LabEntry& entry = *labs[i].entry;
            const LabResult result = runLab(entry, labs[i].knobs).value();
            const std::string words = wordsOf({{}, {key.sections[i]}});
            QVERIFY2(has(words, result.headline), entry.id.data());
            QVERIFY2(has(words, guessed(entry.predict, result.answer)), entry.id.data());
            for (const LabSentence& sentence : result.explanation)
                QVERIFY2(has(words, sentence.text), entry.id.data());
            for (std::size_t choice = 0; choice < entry.closing.choices.size(); ++choice) {
                const auto& each = entry.closing.choices[choice];
                QCOMPARE(has(words, "☒ " + std::string(each.text)), choice == entry.closing.right);
                QVERIFY(has(words, each.feedback));
            }
            for (const std::string_view text :
                 {entry.teacher.goesWrong, entry.teacher.asks, entry.teacher.answer})
                QVERIFY2(has(words, text), entry.id.data());
            QCOMPARE(picturesIn(key.sections[i]), std::size_t{1});
        }
    }

    /// Where the class measures, the key does not say that its numbers are theirs.
    void theKeySaysThatMachinesDiffer() {
        const LabEntry& entry = *findEntry(labCatalog(), "clocks");
        for (const bool here : {false, true}) {
            const std::vector<LabSetting> lab{{&entry, ParameterValues(entry.knobs), here}};
            QCOMPARE(has(wordsOf(answerKey(lab)), "each machine has others"), here);
            QCOMPARE(has(wordsOf(workSheets(lab)), "It measures your machine"), here);
        }
    }

    /// The answer comes first, and the numbers after it.
    void theResultBeginsWithItsAnswer() {
        for (const LabEntry& entry : labCatalog()) {
            const ParameterValues knobs(entry.knobs);
            const LabResult result = runLab(entry, knobs).value();
            const double guess = entry.predict.maximum;
            const Document told = labDocument({entry, knobs, result, guess, entry.closing.right});
            std::string text;
            const Lines lines = terminalLines(told);
            for (const std::string& line : lines.list())
                text += line + "\n";
            const std::string flat = QString::fromStdString(text).simplified().toStdString();
            const auto at = [&flat](const std::string& words) {
                return flat.find(QString::fromStdString(words).simplified().toStdString());
            };
            QVERIFY2(at(result.headline) < at("The numbers"), entry.id.data());
            QVERIFY2(at("The numbers") < at("Question: " + std::string(entry.closing.asks)), entry.id.data());
            QVERIFY2(at(guessText(entry.predict, guess, result.answer)) < at(result.headline),
                     entry.id.data());
            QVERIFY2(at(std::string(entry.closing.choices[entry.closing.right].feedback)) !=
                         std::string::npos,
                     entry.id.data());
            const std::string page = html(told);
            QVERIFY(page.find("<svg") != std::string::npos);
            QVERIFY(!markdown(told).empty());
        }
    }

    /// A column of ones and zeros is read as yes and no.
    void flagsAreWords() {
        for (const auto& [lab, labels] :
             {std::pair("well", std::set<std::string>{"Could leap", "Could freeze", "Passed"}),
              std::pair("x", std::set<std::string>{"Promise broken"})}) {
            const LabEntry& entry = *findEntry(labCatalog(), lab);
            const ParameterValues knobs(entry.knobs);
            const LabResult result = runLab(entry, knobs).value();
            std::set<std::string> seen;
            const Document told = labDocument({entry, knobs, result});
            for (const Section& section : told.sections) {
                for (const Block& block : section.blocks) {
                    const auto* const table = std::get_if<Table>(&block);
                    for (std::size_t i = 0; table != nullptr && i < table->columns.size(); ++i) {
                        if (!labels.contains(table->columns[i].label))
                            continue;
                        seen.insert(table->columns[i].label);
                        for (const std::vector<Cell>& row : table->rows)
                            QVERIFY(wordOf(row[i]) == "yes" || wordOf(row[i]) == "no");
                    }
                }
            }
            QCOMPARE(seen, labels);
        }
    }

    /// Badge, note and tooltip come from one place, for this machine, a model and a file.
    void originsSayWhereNumbersComeFrom() {
        const Origin here = originOf(MachineChoice{}, "2026-01-02T03:04:05Z");
        QVERIFY(!here.simulated);
        QCOMPARE(here.badge, std::string("MEASURED HERE"));
        QCOMPARE(here.note, std::string("2026-01-02 03:04 UTC"));
        QCOMPARE(here.help,
                 std::string("These numbers were measured on this machine, 2026-01-02 03:04 UTC."));
        QCOMPARE(originOf(MachineChoice{}).help, std::string("These numbers were measured on this machine."));
        const Origin model = originOf({.id = "linux-default", .values = {}, .file = {}});
        QVERIFY(model.simulated);
        QCOMPARE(model.badge, std::string("SIMULATED · Linux, 50 µs slack"));
        const MachineChoice recorded{.id = "recorded", .values = {}, .file = "/home/eve/office.csv"};
        QCOMPARE(originOf(recorded).badge, std::string("SIMULATED · office.csv"));
        QVERIFY(originOf(recorded).help.ends_with("Recorded machine: office.csv."));
        const Origin stranger = originOf(recorded, {}, Privacy{.redacted = true});
        QVERIFY2(stranger.badge.find("office") == std::string::npos, stranger.badge.c_str());
        QVERIFY2(stranger.help.find("office") == std::string::npos, stranger.help.c_str());
    }

    /// Each goal that is missed, with its lab; what is met is not there.
    void whatIsMissedNamesItsLab() {
        const ChallengePlay play;
        const ChallengeResult result = runChallenge(play.choices, play.seed).value();
        const Section missed = missedSection(result);
        const auto& rows = std::get<RowList>(missed.blocks.at(0)).rows;
        QCOMPARE(rows.size(), result.goals.size() - result.met());
        std::size_t at = 0;
        for (const ChallengeGoal& goal : result.goals) {
            if (goal.met())
                continue;
            QCOMPARE(rows.at(at).title, goal.told);
            QCOMPARE(rows.at(at).action->id, "lab:" + std::string(goal.lab));
            ++at;
        }
        for (std::uint64_t seed = 1; seed <= kChallengeMachines;
             ++seed) { // sentence and table say one figure
            for (const ParameterValues& choices : {ParameterValues(challengeKnobs()), challengeAdvised()}) {
                const ChallengeResult played = runChallenge(choices, seed).value();
                for (const ChallengeGoal& goal : played.goals)
                    QVERIFY2(goal.met() || goal.told.find(goal.amount(goal.got)) != std::string::npos,
                             goal.told.c_str());
            }
        }
        ChallengeResult all = result;
        for (ChallengeGoal& goal : all.goals)
            goal.got = goal.limit;
        QVERIFY(missedSection(all).blocks.empty());
        QVERIFY(challengeDocument(play, all).section("missed") == nullptr);
        QVERIFY(challengeDocument(play, result).section("missed") != nullptr);
    }

    /// On paper each part that begins a page does so.
    void pagesBreakOnPaper() {
        const std::string page = html(workSheets(everyLab()));
        QCOMPARE(QByteArray::fromStdString(page).count("<section class=\"page\">"),
                 static_cast<qsizetype>(2 * labCatalog().size() - 1));
        QVERIFY(page.find(".page{break-before:page}") != std::string::npos);
    }
};

JITTERSCOPE_TEST(LabDocumentTest)

} // namespace jitterscope::lab_document_test

#include "lab_document_test.moc"
