// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/random.h"
#include "core/lab/lab.h"
#include "core/lab/lab_support.h"
#include "tests/core/lab_rules.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace jitterscope::lab_corners_test {

using namespace lab_figures;
using namespace lab_rules;

namespace {

/// Columns in which less is better, in any lab.
bool lessIsBetter(const std::string& column) {
    static const std::set<std::string> kCosts{"late_percent",
                                              "cpu_percent",
                                              "last_frame_ms",
                                              "longest_step_ms",
                                              "slower_percent",
                                              "through",
                                              "could_leap",
                                              "late_waits",
                                              "late_by_itself",
                                              "spun_percent",
                                              "late_us",
                                              "furthest_ms",
                                              "judder_percent",
                                              "standstills",
                                              "underruns_percent",
                                              "lag_ms",
                                              "day_s",
                                              "hour_s",
                                              "lost",
                                              "broken",
                                              "late_ms"};
    return kCosts.contains(column);
}

/// What is advised is in the table and named by its word there; no row is better in what decides, and none
/// that is as good in that is better in something else.
void hearAdvice(Heard& heard) {
    const LabAdvice& advice = heard.result.advice;
    const Table& table = heard.table(advice.table);
    if (advice.row >= table.rows.size() || advice.by.empty())
        return heard.wrong("the advice has no row");
    const auto cost = [&](std::size_t row, std::size_t by) {
        const double value = table.number(row, advice.by[by]);
        return by == 0 ? std::max(value, advice.enough) : value;
    };
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        double differs = 0;
        for (std::size_t by = 0; by < advice.by.size() && differs == 0; ++by)
            differs = cost(row, by) - cost(advice.row, by);
        if (differs < 0)
            heard.wrong("another row is better than what is advised");
        for (const Column& column : table.columns) {
            const bool decides =
                std::ranges::find(advice.by, column.name) != advice.by.end() || row == advice.row;
            if (differs == 0 && !decides && lessIsBetter(column.name) &&
                table.number(row, column.name) < table.number(advice.row, column.name) - 1e-9)
                heard.wrong("what is advised is no better than another row, which has less " + column.name);
        }
    }
    const Cell& name = table.rows[advice.row].front();
    const std::string word = std::holds_alternative<std::string>(name)
                                 ? std::get<std::string>(name)
                                 : timeInWords(numberOf(name).value() * 1e6);
    if (!heard.advises(word))
        heard.wrong("the advice does not name its row");
}

/// Set as it is advised, the lab gives what its table says.
void hearWhatFollows(Heard& heard) {
    const LabAdvice& advice = heard.result.advice;
    if (advice.knobs.empty())
        return;
    ParameterValues values = heard.knobs;
    for (const auto& [knob, value] : advice.knobs)
        values.set(knob, value);
    const LabResult followed = runLab(heard.lab, values).value();
    if (std::abs(followed.answer - heard.advised(advice.answers)) > 1e-9)
        heard.wrong("who follows the advice gets another figure");
    if (heard.lab.id == "estimator") {
        for (const LabSentence& sentence : followed.explanation) {
            if (plainText(sentence.text).find("it never sleeps again") != std::string::npos &&
                !heard.advises("from ever sleeping again"))
                heard.wrong("who follows the advice gets stuck");
        }
    }
}

/// Names with a hyphen are ids: each is a word of a table, a line or a knob of this lab.
void hearNames(Heard& heard) {
    static const std::regex kId("[a-z][a-z0-9]*(-[a-z0-9]+)+");
    std::set<std::string> shown{"wake-ups"}; // this is English
    for (const Table& table : heard.result.tables) {
        for (const auto& row : table.rows) {
            for (const Cell& cell : row)
                shown.insert(std::string(wordOf(cell)));
        }
    }
    for (const LabSeries& line : heard.result.series)
        shown.insert(line.id);
    for (const ParameterInfo& knob : heard.lab.knobs)
        shown.insert(knob.choices.begin(), knob.choices.end());
    for (std::sregex_iterator id(heard.text.begin(), heard.text.end(), kId); id != std::sregex_iterator();
         ++id) {
        if (!shown.contains(id->str()))
            heard.wrong("it names " + id->str() + ", which it does not show");
    }
}

/// Sums in sentences come out, and the headline says the answer.
void hearNumbers(Heard& heard) {
    for (const std::string& sentence : heard.sentences()) {
        for (const std::string& sum : wrongSumsIn(sentence))
            heard.wrong("wrong sum: " + sum);
    }
    const std::string headline = plainText(heard.result.headline);
    const std::string& unit = std::string(heard.lab.predict.unit);
    if (std::regex_search(headline, std::regex("[0-9]")) && !saysFigure(headline, heard.result.answer, unit))
        heard.wrong("the headline does not say the answer");
}

/// A figure of the advice is one of a table, or of a knob.
void hearFiguresOfTheAdvice(Heard& heard) {
    // What all labs of a kind mean, whatever their knobs are.
    static const std::map<std::string_view, std::vector<std::string>> kFixed{
        {"melting", {"1 %"}}, {"well", {"0.1 s"}}, {"sleep", {"1 ns"}}};
    std::vector<Known> known;
    for (const Table& table : heard.result.tables)
        addKnown(table, known);
    for (const Figure& figure :
         figuresIn(wordOf(heard.table(heard.result.advice.table).rows[heard.row()][0])))
        known.push_back({figure.value, figure.kind});
    for (std::size_t i = 0; i < heard.lab.knobs.size(); ++i) {
        const ParameterInfo& knob = heard.lab.knobs[i];
        known.push_back({heard.knobs[i], knob.unit == Unit::Time ? Kind::Time : Kind::Number});
        known.push_back({heard.knobs[i], Kind::Percent});
    }
    for (const Figure& figure : figuresIn(heard.advice)) {
        const auto fixed = kFixed.find(heard.lab.id);
        if (figure.kind == Kind::Number ||
            (fixed != kFixed.end() && std::ranges::find(fixed->second, figure.text) != fixed->second.end()))
            continue;
        if (std::ranges::none_of(known, [&](const Known& each) { return figure.is(each); }))
            heard.wrong("the advice says " + figure.text + ", which no table has");
    }
}

std::set<std::string> heardOf(const LabEntry& lab, const ParameterValues& knobs) {
    Heard heard(lab, knobs);
    for (const Hear hear : {hearAdvice, hearWhatFollows, hearNames, hearNumbers, hearFiguresOfTheAdvice})
        hear(heard);
    if (const auto own = ownOf().find(lab.id); own != ownOf().end())
        own->second(heard);
    return heard.found;
}

/// Every choice, and both ends of each other knob, in all combinations.
std::vector<ParameterValues> cornersOf(const LabEntry& lab) {
    std::vector<ParameterValues> corners{ParameterValues(lab.knobs)};
    for (std::size_t i = 0; i < lab.knobs.size(); ++i) {
        const ParameterInfo& knob = lab.knobs[i];
        std::vector<double> ends{knob.minimum, knob.maximum};
        for (double choice = 1; knob.unit == Unit::Choice && choice < knob.maximum; ++choice)
            ends.push_back(choice);
        std::vector<ParameterValues> more;
        for (const ParameterValues& corner : corners) {
            for (const double end : ends) {
                more.push_back(corner);
                more.back().set(i, end);
            }
        }
        corners = std::move(more);
    }
    return corners;
}

/// An end, the default, a mark, or any value: as often a small one as a large one.
double anyValue(const LabEntry& lab, const ParameterInfo& knob, Random& random) {
    const double span = knob.maximum - knob.minimum;
    const auto whole = [&](double value) {
        return knob.unit == Unit::Plain ? std::round(value * 1000) / 1000 : std::round(value);
    };
    if (knob.unit == Unit::Choice)
        return static_cast<double>(random.below(static_cast<std::uint64_t>(span) + 1));
    const double kind = random.uniform();
    if (kind < 0.1)
        return knob.minimum;
    if (kind < 0.2)
        return knob.maximum;
    if (kind < 0.4) {
        const auto mark = std::ranges::find(lab.marks, knob.name, &LabMark::knob);
        return mark != lab.marks.end() && random.chance(0.5) ? mark->value : knob.standard;
    }
    const double share = random.uniform();
    if (knob.minimum < 0 && kind < 0.7)
        return whole((random.chance(0.5) ? 1 : -1) * (std::pow(knob.maximum + 1, share) - 1));
    return std::clamp(whole(knob.minimum + (kind < 0.7 ? share * span : std::pow(span + 1, share) - 1)),
                      knob.minimum, knob.maximum);
}

std::string knobsInWords(const LabEntry& lab, const ParameterValues& knobs) {
    std::string words;
    for (std::size_t i = 0; i < lab.knobs.size(); ++i)
        words += " --param " + std::string(lab.knobs[i].name) + "=" + parameterText(lab.knobs[i], knobs[i]);
    return words;
}

} // namespace

/// What the labs say, wherever their knobs stand: in the corners, and at points drawn with a fixed seed. With
/// JITTERSCOPE_LAB_POINTS=1000 in all corners and at as many points of each lab; it then prints the table of
/// docs/labs.md.
class LabCornersTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsSaidIsSo_data() {
        QTest::addColumn<QString>("id");
        for (const LabEntry& lab : labCatalog())
            QTest::newRow(lab.id.data()) << QString::fromUtf8(lab.id.data());
    }
    void whatIsSaidIsSo() {
        constexpr std::size_t kFew = 24;
        QFETCH(QString, id);
        const LabEntry& lab = *findEntry(labCatalog(), id.toStdString());
        const int asked = qEnvironmentVariableIntValue("JITTERSCOPE_LAB_POINTS");
        Random random(streamSeed(1, lab.id));
        std::vector<ParameterValues> points = cornersOf(lab);
        shuffle(points, random);
        if (asked <= 0)
            points.resize(std::min(points.size(), kFew), points.front());
        points.insert(points.begin(), ParameterValues(lab.knobs));
        for (std::size_t i = 0; i < (asked > 0 ? static_cast<std::size_t>(asked) : kFew); ++i) {
            ParameterValues point(lab.knobs);
            for (std::size_t knob = 0; knob < lab.knobs.size(); ++knob)
                point.set(knob, anyValue(lab, lab.knobs[knob], random));
            points.push_back(point);
        }
        std::size_t wrong = 0;
        std::map<std::string, std::pair<int, std::string>> kinds; // how often, and where first
        for (const ParameterValues& point : points) {
            const std::set<std::string> found = heardOf(lab, point);
            wrong += found.empty() ? 0 : 1;
            for (const std::string& each : found) {
                auto& kind = kinds[each.substr(0, each.find(": "))];
                if (++kind.first == 1)
                    kind.second = each + " at" + knobsInWords(lab, point);
            }
        }
        for (const auto& [kind, where] : kinds) // a line each, for QVERIFY2 cuts long texts
            qWarning("%d times: %s", where.first, where.second.c_str());
        if (asked > 0)
            (void)std::printf("| `%s` | %zu | %zu |\n", lab.id.data(), points.size(), wrong);
        QVERIFY2(wrong == 0, (std::to_string(wrong) + " of " + std::to_string(points.size()) +
                              " points say what is not so")
                                 .c_str());
    }
};

JITTERSCOPE_TEST(LabCornersTest)

} // namespace jitterscope::lab_corners_test

#include "lab_corners_test.moc"
