// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"
#include "core/lab/lab_support.h"
#include "tests/support/cpu_time.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <regex>
#include <set>

namespace jitterscope::lab_contract_test {

namespace {

bool finite(const LabResult& result) {
    bool good = std::isfinite(result.answer);
    for (const Table& table : result.tables) {
        for (const auto& row : table.rows) {
            good = good && row.size() == table.columns.size();
            for (const Cell& cell : row)
                good =
                    good && (!std::holds_alternative<double>(cell) || std::isfinite(std::get<double>(cell)));
        }
    }
    for (const LabSeries& line : result.series) {
        for (const LabPoint& point : line.points)
            good = good && std::isfinite(point.x) && std::isfinite(point.y);
    }
    return good;
}

/// A number that a line may end behind, with its unit at the start of the next.
const std::regex& brokenUnit() {
    static const std::regex kBroken("[0-9] (ns|µs|ms|s|min|h|Hz|kHz|%|ppm|m)([^A-Za-z]|$)");
    return kBroken;
}

std::string plainBlanks(std::string text) {
    return std::regex_replace(text, std::regex("\u00a0"), " ");
}

/// Whether `nan` or `inf` stands in it as a number: nanoseconds and influence do not.
bool saysNoNumber(const std::string& text) {
    static const std::regex kNone("\\b(nan|inf)\\b");
    return std::regex_search(text, kNone);
}

/// Whether a sentence says this answer with this unit.
bool saysWithUnit(const std::string& sentence, double answer, std::string_view unit) {
    static const std::regex kNumber("(−)?([0-9.]*[0-9]) (\\S+)");
    for (std::sregex_iterator match(sentence.begin(), sentence.end(), kNumber);
         match != std::sregex_iterator(); ++match) {
        const std::string digits = (*match)[2];
        const std::size_t point = digits.find('.');
        const std::size_t decimals = point == std::string::npos ? 0 : digits.size() - point - 1;
        const double value = std::stod(digits) * ((*match)[1].length() > 0 ? -1 : 1);
        const std::string word = (*match)[3];
        const bool said = word.starts_with(unit) || (unit == "Hz" && word == "frames");
        const double scale = said                                     ? 1
                             : unit == "ms" && word.starts_with("s")  ? 1e3
                             : unit == "µs" && word.starts_with("ms") ? 1e3
                                                                      : 0;
        if (scale > 0 &&
            std::abs(value * scale - answer) <= 0.51 * scale * std::pow(10, -static_cast<double>(decimals)))
            return true;
    }
    return false;
}

void checkExplanation(const LabResult& result) {
    QVERIFY(result.explanation.size() >= 3 && result.explanation.size() <= 6);
    for (const LabSentence& sentence : result.explanation) {
        QVERIFY2(sentence.text.ends_with('.'), sentence.text.c_str());
        QVERIFY2(!saysNoNumber(sentence.text), sentence.text.c_str());
    }
    QVERIFY(result.explanation.back().text.starts_with("In your own code: "));
    QVERIFY(result.headline.ends_with('.'));
}

std::string allText(const LabResult& result) {
    std::string text = result.headline;
    for (const LabSentence& sentence : result.explanation)
        text += "\n" + sentence.text;
    return text;
}

/// All that a run shows, to be compared.
std::string shownBy(const LabResult& result) {
    std::string text = allText(result) + "\n" + std::to_string(result.answer);
    for (const Table& table : result.tables) {
        for (const auto& row : table.rows) {
            for (const Cell& cell : row)
                text += " " + std::string(wordOf(cell)) + std::to_string(numberOf(cell).value_or(-1));
        }
    }
    for (const LabSeries& line : result.series) {
        for (const LabPoint& point : line.points)
            text += " " + std::to_string(point.x) + ":" + std::to_string(point.y);
    }
    return text;
}

/// The defaults, and each knob at both ends.
std::vector<ParameterValues> settingsOf(const LabEntry& entry) {
    std::vector<ParameterValues> settings{ParameterValues(entry.knobs)};
    for (std::size_t i = 0; i < entry.knobs.size(); ++i) {
        for (const double end : {entry.knobs[i].minimum, entry.knobs[i].maximum}) {
            settings.push_back(settings.front());
            settings.back().set(i, end);
        }
    }
    return settings;
}

/// Whether row `a` of what is advised from is better than row `b`.
bool isBetter(const Table& table, const LabAdvice& advice, std::size_t a, std::size_t b) {
    for (std::size_t i = 0; i < advice.by.size(); ++i) {
        const double least = i == 0 ? advice.enough : -1e300;
        const double first = std::max(table.number(a, advice.by[i]), least);
        const double second = std::max(table.number(b, advice.by[i]), least);
        if (first != second)
            return first < second;
    }
    return false;
}

/// How a sentence names the row: by its word, or by its figure.
std::string nameOf(const Table& table, std::size_t row) {
    const Cell& cell = table.rows[row].front();
    return std::holds_alternative<std::string>(cell) ? std::get<std::string>(cell)
                                                     : timeInWords(numberOf(cell).value() * 1e6);
}

/// Whether some setting of the other knobs lets this one change something: at an end, or near its beginning.
bool turns(const LabEntry& entry, std::size_t knob) {
    const ParameterInfo& info = entry.knobs[knob];
    const double near = info.minimum + std::round((info.maximum - info.minimum) / 1000);
    const std::vector<ParameterValues> settings = settingsOf(entry);
    return std::ranges::any_of(settings, [&](ParameterValues values) {
        const std::string before = shownBy(runLab(entry, values).value());
        const std::array tried{info.minimum, info.maximum, near};
        return std::ranges::any_of(tried, [&](double value) {
            values.set(knob, value);
            return shownBy(runLab(entry, values).value()) != before;
        });
    });
}

} // namespace

/// What every lab promises, at its defaults and at both ends of each knob.
class LabContractTest : public QObject {
    Q_OBJECT

    static void addLabs() {
        QTest::addColumn<QString>("id");
        for (const LabEntry& entry : labCatalog())
            QTest::newRow(entry.id.data()) << QString::fromUtf8(entry.id.data());
    }
    static const LabEntry& entryOf(const QString& id) { return *findEntry(labCatalog(), id.toStdString()); }

private slots:
    void onlyNumbersAreNoNumbers() {
        for (const char* none : {"It is nan ms late.", "by -inf %", "inf"})
            QVERIFY2(saysNoNumber(none), none);
        for (const char* fine : {"55 nanoseconds", "Its influence is small.", "finance"})
            QVERIFY2(!saysNoNumber(fine), fine);
    }

    void idsAreUnique() {
        std::set<std::string_view> ids;
        for (const LabEntry& entry : labCatalog())
            QVERIFY(ids.insert(entry.id).second);
        QVERIFY(!ids.empty());
    }

    void marksStandAtTheirKnobs() {
        for (const LabEntry& entry : labCatalog()) {
            for (const LabMark& mark : entry.marks) {
                const int knob = parameterIndex(entry.knobs, mark.knob);
                QVERIFY2(knob >= 0 && !mark.meaning.empty(), mark.knob.data());
                const ParameterInfo& info = entry.knobs[static_cast<std::size_t>(knob)];
                QVERIFY2(mark.value >= info.minimum && mark.value <= info.maximum, mark.knob.data());
            }
        }
    }

    void eachLabHasOneKnobForAClass() {
        for (const LabEntry& entry : labCatalog()) {
            const int knob = parameterIndex(entry.knobs, entry.mainKnob);
            QVERIFY2(knob >= 0, entry.id.data());
            // It is what the lab is about: who turns it gets another answer.
            const ParameterInfo& info = entry.knobs[static_cast<std::size_t>(knob)];
            std::set<double> answers;
            for (const double value : {info.minimum, info.standard, info.maximum}) {
                ParameterValues values(entry.knobs);
                values.set(entry.mainKnob, value);
                answers.insert(runLab(entry, values).value().answer);
            }
            QVERIFY2(answers.size() >= 2, entry.id.data());
            QVERIFY2(info.unit != Unit::Choice || info.choices.size() >= 2, entry.id.data());
        }
    }

    void itSaysWhatItIsAbout_data() { addLabs(); }
    void itSaysWhatItIsAbout() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        QVERIFY(!entry.name.empty() && entry.question.ends_with('?') &&
                entry.article.starts_with("Article "));
        QVERIFY(entry.minutes >= 1 && entry.minutes <= 30);
        QVERIFY(entry.idea.ends_with('.') && entry.idea.size() < 200);
        for (const ParameterValues& values : settingsOf(entry)) {
            const LabRule rule = entry.rule(values);
            QVERIFY2(rule.says.ends_with('.') && std::ranges::count(rule.code, '\n') <= 3, rule.says.data());
            QVERIFY(!rule.code.empty());
        }
        if (const int knob = parameterIndex(entry.knobs, entry.ruleKnob); knob >= 0)
            QCOMPARE(entry.rules.size(), entry.knobs[static_cast<std::size_t>(knob)].choices.size());
        else
            QVERIFY(entry.ruleKnob.empty() && entry.rules.size() == 1);
        QVERIFY(entry.knobs.size() >= 2 && entry.knobs.size() <= ParameterValues::kMaximum);
        for (const ParameterInfo& knob : entry.knobs) {
            QVERIFY2(knob.meaning.ends_with('.') && !knob.label.empty(), knob.name.data());
            QVERIFY2(knob.words.empty() || knob.words.size() == knob.choices.size(), knob.name.data());
            for (std::size_t i = 0; i < knob.words.size(); ++i)
                QCOMPARE(knobInWords(knob, static_cast<double>(i)), std::string(knob.words[i]));
        }
        QVERIFY(entry.predict.asks.ends_with('?') && entry.predict.minimum < entry.predict.maximum);
    }

    void theQuestionAnswersEachChoice_data() { addLabs(); }
    void theQuestionAnswersEachChoice() {
        QFETCH(QString, id);
        const LabQuestion& closing = entryOf(id).closing;
        QVERIFY(closing.asks.ends_with('?'));
        QVERIFY(closing.choices.size() >= 3 && closing.right < closing.choices.size());
        std::set<std::string_view> feedback;
        for (std::size_t i = 0; i < closing.choices.size(); ++i) {
            QVERIFY(feedback.insert(closing.choices[i].feedback).second);
            QCOMPARE(closing.choices[i].feedback.starts_with("Right: "), i == closing.right);
        }
    }

    void aRunExplainsItself_data() { addLabs(); }
    void aRunExplainsItself() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const LabResult result = runLab(entry, ParameterValues(entry.knobs)).value();
        checkExplanation(result);
        QVERIFY(finite(result));
        QVERIFY(!result.tables.empty() && !result.series.empty());
        QVERIFY(result.answer >= entry.predict.minimum && result.answer <= entry.predict.maximum);
        for (const Table& table : result.tables)
            QVERIFY(!table.rows.empty() && !table.id.empty() && !table.title.empty());
        for (const LabSeries& line : result.series)
            QVERIFY(!line.points.empty() && !line.xAxis.empty() && !line.yAxis.empty());
    }

    void theSameValuesGiveTheSameResult_data() { addLabs(); }
    void theSameValuesGiveTheSameResult() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const LabResult first = runLab(entry, ParameterValues(entry.knobs)).value();
        const LabResult second = runLab(entry, ParameterValues(entry.knobs)).value();
        QCOMPARE(allText(first), allText(second));
        QCOMPARE(first.answer, second.answer);
        for (std::size_t i = 0; i < first.tables.size(); ++i)
            QVERIFY(first.tables[i].rows == second.tables[i].rows);
    }

    void theHeadlineSaysTheAnswerWithItsUnit_data() { addLabs(); }
    void theHeadlineSaysTheAnswerWithItsUnit() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const LabResult result = runLab(entry, ParameterValues(entry.knobs)).value();
        QVERIFY2(saysWithUnit(result.headline, result.answer, entry.predict.unit), result.headline.c_str());
    }

    /// What lines show – lateness, shares, lengths – is above zero at the defaults, so a lost sign is seen.
    void noLineIsUpsideDown_data() { addLabs(); }
    void noLineIsUpsideDown() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const LabResult result = runLab(entry, ParameterValues(entry.knobs)).value();
        for (const LabSeries& line : result.series) {
            QVERIFY2(std::ranges::all_of(line.points, [](const LabPoint& p) { return p.x >= 0 && p.y >= 0; }),
                     line.id.c_str());
            QVERIFY2(std::ranges::any_of(line.points, [](const LabPoint& p) { return p.y > 0; }),
                     line.id.c_str());
        }
    }

    /// The last sentence names a row of a table that is shown, and no row of it is better.
    void theAdviceIsTheBestOfItsTable_data() { addLabs(); }
    void theAdviceIsTheBestOfItsTable() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        for (const ParameterValues& values : settingsOf(entry)) {
            const LabResult result = runLab(entry, values).value();
            const LabAdvice& advice = result.advice;
            const Table& table = result.table(advice.table);
            const std::string& said = result.explanation.back().text;
            QVERIFY2(advice.row < table.rows.size() && !advice.by.empty(), said.c_str());
            for (std::size_t row = 0; row < table.rows.size(); ++row)
                QVERIFY2(!isBetter(table, advice, row, advice.row),
                         (said + " Better: " + nameOf(table, row)).c_str());
            QVERIFY2(plainBlanks(said).find(nameOf(table, advice.row)) != std::string::npos, said.c_str());
        }
    }

    /// Set as it is advised, the lab gives what the table promises of that row.
    void theAdviceHoldsWhenItIsFollowed_data() { addLabs(); }
    void theAdviceHoldsWhenItIsFollowed() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        for (ParameterValues values : settingsOf(entry)) {
            const LabResult result = runLab(entry, values).value();
            const LabAdvice& advice = result.advice;
            if (advice.knobs.empty())
                continue;
            for (const auto& [knob, value] : advice.knobs)
                values.set(knob, value);
            const LabResult followed = runLab(entry, values).value();
            QVERIFY2(std::abs(followed.answer -
                              result.table(advice.table).number(advice.row, advice.answers)) < 1e-9,
                     result.explanation.back().text.c_str());
        }
    }

    /// A number that can be turned is a knob of the lab, stands where the text says it, and each lab has
    /// some at any setting.
    void numbersInSentencesAreKnobs_data() { addLabs(); }
    void numbersInSentencesAreKnobs() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        for (const ParameterValues& values : settingsOf(entry)) {
            const LabResult result = runLab(entry, values).value();
            std::set<std::string> turned;
            for (const LabSentence& sentence : result.explanation) {
                std::size_t end = 0;
                for (const LabNumber& number : sentence.numbers) {
                    QVERIFY2(parameterIndex(entry.knobs, number.knob) >= 0, number.knob.c_str());
                    QVERIFY2(number.length > 0 && number.at >= end &&
                                 number.at + number.length < sentence.text.size(),
                             sentence.text.c_str());
                    end = number.at + number.length;
                    turned.insert(number.knob);
                }
                QVERIFY2(std::ranges::none_of(sentence.text, [](char c) { return c >= 0 && c < ' '; }),
                         sentence.text.c_str());
            }
            QVERIFY2(!turned.empty(), result.explanation.front().text.c_str());
        }
    }

    /// A number in a sentence is that of its knob: when the knob is turned, it says another one.
    void numbersFollowTheirKnobs_data() { addLabs(); }
    void numbersFollowTheirKnobs() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        const auto saidOf = [](const LabResult& result, const std::string& knob) {
            std::set<std::string> words;
            for (const LabSentence& sentence : result.explanation) {
                for (const LabNumber& number : sentence.numbers) {
                    if (number.knob == knob)
                        words.insert(sentence.text.substr(number.at, number.length));
                }
            }
            return words;
        };
        const LabResult result = runLab(entry, ParameterValues(entry.knobs)).value();
        int followed = 0;
        for (const ParameterInfo& info : entry.knobs) {
            const std::set<std::string> before = saidOf(result, std::string(info.name));
            if (before.empty())
                continue;
            QVERIFY2(before.size() == 1, info.name.data()); // one knob, one value
            for (const double end : {info.minimum, info.maximum}) {
                if (end == info.standard)
                    continue;
                ParameterValues values(entry.knobs);
                values.set(info.name, end);
                const std::set<std::string> after =
                    saidOf(runLab(entry, values).value(), std::string(info.name));
                QVERIFY2(after != before, (std::string(info.name) + ": " + *before.begin()).c_str());
            }
            ++followed;
        }
        QVERIFY(followed > 0);
    }

    /// In no sentence a line ends between a number and its unit.
    void numbersKeepTheirUnits_data() { addLabs(); }
    void numbersKeepTheirUnits() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        bool kept = false;
        for (const ParameterValues& values : settingsOf(entry)) {
            const LabResult result = runLab(entry, values).value();
            for (const LabSentence& sentence : result.explanation) {
                QVERIFY2(!std::regex_search(sentence.text, brokenUnit()), sentence.text.c_str());
                kept = kept || sentence.text.find("\u00a0") != std::string::npos;
            }
        }
        QVERIFY(kept);
    }

    void settingsAreSaidInWords() {
        const std::vector<ParameterInfo>& x = findEntry(labCatalog(), "x")->knobs;
        const auto said = [&x](const char* knob, double value) {
            return settingInWords(x[static_cast<std::size_t>(parameterIndex(x, knob))], value);
        };
        QCOMPARE(said("oversleep", 1), std::string("How late sleeps wake: two kinds"));
        QCOMPARE(said("promise", 5), std::string("Late at most 5 %"));
        QCOMPARE(said("x", 2), std::string("X 2"));
        const std::vector<ParameterInfo>& drift = findEntry(labCatalog(), "drift")->knobs;
        QCOMPARE(settingInWords(drift.front(), 3), std::string("Policy: remainder")); // a name is a name
    }

    void aDialBecomesANumber() {
        const LabSentence made = sentence("bar", "Sleeps " + dial("asked", "2 ms") + ", X " + dial("x", "1") +
                                                     ", share " + dial("load", "5") + " %.");
        QCOMPARE(made.text, std::string("Sleeps 2\u00a0ms, X 1, share 5\u00a0%."));
        QCOMPARE(made.part, std::string("bar"));
        QCOMPARE(made.numbers.size(), std::size_t{3});
        QCOMPARE(made.text.substr(made.numbers[0].at, made.numbers[0].length), std::string("2\u00a0ms"));
        QCOMPARE(made.text.substr(made.numbers[1].at, made.numbers[1].length), std::string("1"));
        QCOMPARE(made.numbers[1].knob, std::string("x"));
    }

    /// Sources stand in a line of their own; what a reader needs of them is told.
    void nobodyNeedsTheArticles_data() { addLabs(); }
    void nobodyNeedsTheArticles() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        std::vector<std::string> texts{std::string(entry.question), std::string(entry.predict.asks),
                                       std::string(entry.closing.asks)};
        for (const ParameterInfo& knob : entry.knobs)
            texts.emplace_back(knob.meaning);
        for (const LabChoice& choice : entry.closing.choices) {
            texts.emplace_back(choice.text);
            texts.emplace_back(choice.feedback);
        }
        for (const ParameterValues& values : settingsOf(entry)) {
            const LabResult result = runLab(entry, values).value();
            for (const LabSentence& sentence : result.explanation)
                texts.push_back(sentence.text);
        }
        for (const std::string& text : texts) {
            QVERIFY2(text.find("rticle") == std::string::npos, text.c_str());
            QVERIFY2(text.find("printed") == std::string::npos, text.c_str()); // where, and by whom?
            QVERIFY2(!std::islower(static_cast<unsigned char>(text.front())),
                     text.c_str()); // a sentence does not begin with the name of a thing
        }
        for (const LabMark& mark : entry.marks) // a word or two beside a knob
            QVERIFY2(mark.meaning.find("rticle") == std::string_view::npos &&
                         mark.meaning.find("printed") == std::string_view::npos,
                     mark.meaning.data());
    }

    /// A question says no number that its own knob changes.
    void questionsStayTrueWhenAKnobIsTurned_data() { addLabs(); }
    void questionsStayTrueWhenAKnobIsTurned() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        for (const ParameterInfo& knob : entry.knobs) {
            std::string standard = parameterText(knob, knob.standard);
            if (const std::size_t unit = standard.find_first_not_of("0123456789.");
                unit != std::string::npos && unit > 0)
                standard.insert(unit, " "); // 20ms: people read 20 ms
            else if (standard.size() < 2 || knob.unit == Unit::Choice)
                continue;
            for (const std::string_view text : {entry.name, entry.question, entry.predict.asks})
                QVERIFY2(text.find(standard) == std::string_view::npos,
                         (std::string(knob.name) + ": " + std::string(text)).c_str());
        }
    }

    /// A knob that changes nothing is no knob.
    void everyKnobTurns_data() { addLabs(); }
    void everyKnobTurns() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        for (std::size_t i = 0; i < entry.knobs.size(); ++i) {
            QVERIFY2(turns(entry, i), entry.knobs[i].name.data());
            for (const double end : {entry.knobs[i].minimum, entry.knobs[i].maximum}) {
                ParameterValues values(entry.knobs);
                values.set(i, end);
                std::optional<Result<LabResult>> run;
                const double took = cpuMillisecondsOf([&] { run = runLab(entry, values); });
                QVERIFY2(took < 5000, entry.knobs[i].name.data());
                const Result<LabResult>& result = *run;
                QVERIFY2(result.ok(), entry.knobs[i].name.data());
                checkExplanation(result.value());
                QVERIFY2(finite(result.value()), entry.knobs[i].name.data());
            }
        }
    }

    void aKnobOutOfRangeIsRefused_data() { addLabs(); }
    void aKnobOutOfRangeIsRefused() {
        QFETCH(QString, id);
        const LabEntry& entry = entryOf(id);
        ParameterValues values(entry.knobs);
        values.set(0, entry.knobs[0].maximum + 1);
        const Result<LabResult> refused = runLab(entry, values);
        QVERIFY(!refused.ok() && refused.error().code == ErrorCode::Usage);
        QVERIFY(refused.error().what.find(entry.knobs[0].name) != std::string::npos);
    }

    void guessesAreReadAndJudged() {
        const LabPrediction predict{"How late?", "ms", 0, 500, 1};
        QCOMPARE(parseGuess(predict, " 12.5 ").value(), 12.5);
        for (const char* wrong : {"", "soon", "nan", "-1", "501", "12ms"}) {
            QVERIFY2(!parseGuess(predict, wrong).ok(), wrong);
            QCOMPARE(parseGuess(predict, wrong).error().code, ErrorCode::Usage);
        }
        const GuessUnit seconds{"s", 1e3};
        QCOMPARE(parseGuess(predict, "0.25", seconds).value(), 250.0);
        QCOMPARE(guessFigure(predict, 8.5, seconds), std::string("0.0085"));
        QVERIFY(!parseGuess(predict, "0.51", seconds).ok());
        QCOMPARE(parseGuess(predict, "1", seconds).error().hint, std::string("0 s … 0.5 s"));
        QCOMPARE(guessText(predict, 12, 14), std::string("Your guess was 12 ms; it is 14 ms: 2 ms too low."));
        QCOMPARE(guessText(predict, 20.5, 14),
                 std::string("Your guess was 20.5 ms; it is 14 ms: 6.5 ms too high."));
        const LabPrediction share{"How often?", "%", 0, 100, 1};
        QCOMPARE(guessText(share, 33, 35.3),
                 std::string("Your guess was 33 %; it is 35.3 %: 2.3 points too low."));
        QCOMPARE(guessText(predict, 14, 14.04), std::string("Your guess was 14 ms; it is 14 ms: right."));
        const LabPrediction fine{"How late?", "µs", 1, 100'000, 1};
        QCOMPARE(guessText(fine, 55, 7623.2),
                 std::string("Your guess was 55 µs; it is 7.62 ms: 7.57 ms too low."));
        const LabPrediction far{"How far?", "ms", 0.1, 1e6, 1};
        QCOMPARE(guessText(far, 20'000, 8020),
                 std::string("Your guess was 20 s; it is 8.02 s: 11.98 s too high."));
    }
};

JITTERSCOPE_TEST(LabContractTest)

} // namespace jitterscope::lab_contract_test

#include "lab_contract_test.moc"
