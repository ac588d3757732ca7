// SPDX-License-Identifier: MIT
#include "core/base/catalog.h"
#include "core/base/random.h"
#include "core/lab/lab.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/pacing/pacing_catalog.h"
#include "core/scene/scene.h"
#include "tests/core/lab_figures.h"
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

namespace {

constexpr double kLateEnough = 1; // % of the frames that melting still calls in time

/// A run of a lab, and what it says that is not so.
class Heard {
public:
    Heard(const LabEntry& entry, const ParameterValues& values)
        : lab(entry), knobs(values), result(runLab(entry, values).value()) {
        for (const LabSentence& sentence : result.explanation)
            text += plainText(sentence.text) + "\n";
        advice = plainText(result.explanation.back().text);
    }

    void wrong(const std::string& what) { found.insert(what); }
    [[nodiscard]] bool says(std::string_view words) const { return text.find(words) != std::string::npos; }
    [[nodiscard]] bool advises(std::string_view words) const {
        return advice.find(words) != std::string::npos;
    }
    [[nodiscard]] const Table& table(std::string_view id) const { return result.table(id); }
    /// The row that is advised, and a figure of it.
    [[nodiscard]] std::size_t row() const { return result.advice.row; }
    [[nodiscard]] double advised(std::string_view column) const {
        return table(result.advice.table).number(row(), column);
    }
    [[nodiscard]] std::vector<std::string> sentences() const {
        std::vector<std::string> all{plainText(result.headline)};
        for (const LabSentence& sentence : result.explanation)
            all.push_back(plainText(sentence.text));
        return all;
    }

    const LabEntry& lab;
    const ParameterValues& knobs;
    LabResult result;
    std::string text;   ///< the explanation, with usual blanks
    std::string advice; ///< its last sentence
    std::set<std::string> found;
};

std::size_t rowOf(const Table& table, std::string_view word) {
    std::size_t row = 0;
    while (row < table.rows.size() && wordOf(table.rows[row].front()) != word)
        ++row;
    return row;
}

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

void hearDrift(Heard& heard) {
    const Table& ends = heard.table("policies");
    const Table& later = heard.table("later");
    const auto lost = [&](std::size_t row) { return ends.number(row, "lost"); };
    const auto day = [&](std::size_t row) { return std::max(later.number(row, "day_s"), 1e-6); };
    for (std::size_t row = 0; row < later.rows.size(); ++row) {
        if (day(row) <= day(heard.row()) && lost(row) < lost(heard.row()))
            heard.wrong("another loop is as good after a day and loses fewer slots");
        if (later.number(row, "day_s") < -1e-6)
            heard.wrong("a loop is ahead after a day");
    }
    for (std::size_t row = 0; row < ends.rows.size(); ++row) {
        const bool grid = findEntry(pacingCatalog(), wordOf(ends.at(row, "policy")))->grid;
        if (grid && ends.number(row, "drift_ppm") != 0)
            heard.wrong("a loop on a grid drifts");
    }
    const bool article = heard.knobs["work"] == 0;
    const double work = article ? 2.9 / 3 : heard.knobs["steady"] / 100;
    const std::size_t measured = rowOf(later, "measured-accumulator");
    if (work <= 1 && later.number(measured, "day_s") > 1e-3)
        heard.wrong("a loop that measures its sleeps drifts, though its work fits");
    const auto mine = static_cast<std::size_t>(heard.knobs.whole("policy"));
    if (lost(mine) > 0 && !heard.says(timeInWords(lost(mine) * heard.knobs["period"])))
        heard.wrong("it does not say how much time the lost slots are");
    if (heard.says("does not drift: ") && later.number(mine, "day_s") > 1e-3)
        heard.wrong("it drifts");
    // What is said of all loops, at any setting.
    const std::string idea(heard.lab.idea);
    std::size_t inTime = 0;
    for (std::size_t row = 0; row < later.rows.size(); ++row)
        inTime += later.number(row, "day_s") < 1e-3 ? 1 : 0;
    if (idea.find("In any other loop something is forgotten") != std::string::npos && inTime > 2)
        heard.wrong("a third loop keeps time, which the idea denies");
    if (!heard.says("fixed-sleep all the work, for it sleeps a whole period after it"))
        heard.wrong("it does not say why fixed-sleep drifts");
}

void hearWell(Heard& heard) {
    const double cost = heard.knobs["cost"];
    const double step = 1e9 / 60;
    const bool grows = heard.says("grows without end");
    if (grows && cost < step)
        heard.wrong("the backlog does not grow");
    if (grows && heard.says(" = 1 times"))
        heard.wrong("once the backlog of before is no growth");
    const auto scene = findEntry(scene::sceneCatalog(), "well")->make(heard.result, heard.knobs);
    scene::View view;
    view.answered = true;
    for (const double share : {0.2, 0.45, 0.7, 1.0}) {
        view.now = share * scene->duration();
        std::string picture;
        for (const Shape& shape : scene->show(view).picture.shapes) {
            if (const auto* words = std::get_if<TextShape>(&shape))
                picture += words->text + " ";
        }
        if (grows && picture.find("It keeps up.") != std::string::npos)
            heard.wrong("“It keeps up” stands beside a backlog that grows without end");
    }
    const Table& gate = heard.table("gate");
    const double depth = gate.number(0, "far_m") - gate.number(0, "near_m");
    if (heard.advised("longest_step_ms") * 1e6 * kRunnerSpeed > depth + 1e-9)
        heard.wrong("what is advised could pass a shut gate");
    const double threshold = heard.knobs["form"] == 0 ? 10'000 : heard.knobs["threshold"] / 1e6;
    const Table& panels = heard.table("panels");
    for (const std::size_t remedy : {1U, 2U}) {
        const bool acted = panels.number(remedy, "most_backlog_ms") > threshold;
        if (acted != heard.says(remedy == 1 ? "Over the whole run it gave the game" : "at once, up to "))
            heard.wrong(acted ? "what a remedy did is not told"
                              : "a remedy that never acted is told as if it had");
    }
    if (grows && heard.row() == 0)
        heard.wrong("the loop whose backlog grows without end is advised");
    if (heard.row() == 1 && heard.advises("above 0.1 s") && heard.knobs["threshold"] != 100e6)
        heard.wrong("the advice has another threshold than its row");
    std::smatch slower;
    static const std::regex kSlower("gave the game ([0-9.]+) s for ([0-9.]+) s of real time: the game was "
                                    "1 − game / real = ([0-9.]+) % slower");
    if (std::regex_search(heard.text, slower, kSlower)) {
        const double percent = 100 * (1 - std::stod(slower[1]) / std::stod(slower[2]));
        if (std::abs(percent - std::stod(slower[3])) > 0.05 + 1e-9)
            heard.wrong("1 − game / real is not what is said");
    }
}

void hearSleep(Heard& heard) {
    const Table& remedies = heard.table("remedies");
    const Table& parts = heard.table("parts");
    const std::vector<std::string> causes{"", "slack_us", "tick_us", "queue_us", "exit_us"};
    for (std::size_t row = 1; row < remedies.rows.size(); ++row) {
        if (remedies.number(row, "saved_us") > parts.number(0, causes[row]) + 1e-6)
            heard.wrong("a remedy takes more away than its cause gives");
    }
    if ((heard.says("slack does not matter") || heard.says("smaller slack takes nothing away")) &&
        remedies.number(1, "saved_us") > 1e-9)
        heard.wrong("the slack matters");
    if (heard.advises("earlier by that much") && heard.advised("late_us") * 1e3 >= heard.knobs["asked"])
        heard.wrong("a sleep cannot be asked to end before it begins");
    const bool offered = !heard.lab.snippets.empty() && heard.result.advice.call;
    if (offered != (heard.row() == 1))
        heard.wrong(offered ? "the call that is offered is not what is advised"
                            : "the call of what is advised is not offered");
    if (heard.advises("still end a little late") &&
        (heard.advised("late_us") < 1e-9 || heard.advised("late_us") > 1000))
        heard.wrong("“a little late” is not late, or more than a millisecond");
}

void hearEstimator(Heard& heard) {
    const Table& settings = heard.table("settings");
    if (heard.knobs["waits"] <= 20) { // the first setting, step by step
        ParameterValues first = heard.knobs;
        first.set("start", heard.knobs["sleep"]);
        first.set("forget", 0);
        const LabResult stepped = runLab(heard.lab, first).value();
        const Table& steps = stepped.table("steps");
        double late = 0;
        for (std::size_t row = 0; row < steps.rows.size(); ++row)
            late += wordOf(steps.at(row, "does")) == "is late" ? 1 : 0;
        if (steps.number(steps.rows.size() - 1, "wait") == heard.knobs["waits"] &&
            settings.number(0, "late_waits") != late)
            heard.wrong("the late waits are not those of the steps");
    }
    // With a bad first sleep a setting that sleeps is late in that wait.
    for (std::size_t row = 0; row < settings.rows.size(); ++row) {
        if (heard.knobs["bad"] > heard.knobs["wait"] && settings.number(row, "spun_percent") < 99.9 &&
            settings.number(row, "late_waits") == 0)
            heard.wrong("0 late waits with a sleep that was longer than its wait");
    }
    if (heard.advises("never late") && heard.advised("late_waits") > 0)
        heard.wrong("“never late” is late");
    const auto most = [&](std::string_view column) {
        double value = 0;
        for (std::size_t row = 0; row < settings.rows.size(); ++row)
            value = std::max(value, settings.number(row, column));
        return value;
    };
    if (heard.advises("spins least") && most("spun_percent") <= heard.advised("spun_percent") + 1e-9)
        heard.wrong("“spins least” spins as much as all");
    if (heard.says("because naps differ") && heard.knobs["bad"] == 0)
        heard.wrong("no naps differ");
}

void hearX(Heard& heard) {
    const Table& table = heard.table("x");
    const Table& columns = heard.table("oversleeps");
    std::smatch range;
    static const std::regex kIdle("From X = ([0-9.]+) to X = ([0-9.]+)");
    if (std::regex_search(heard.text, range, kIdle)) {
        const auto marginOf = [&](const std::string& x) {
            std::size_t row = 0;
            while (std::abs(table.number(row, "x") - std::stod(x)) > 1e-6)
                ++row;
            return table.number(row, "margin_us");
        };
        // Beyond the two kinds of sleeps, any lateness may occur.
        const double from = marginOf(range[1]);
        const double to = marginOf(range[2]);
        if (heard.knobs["oversleep"] != 1 || from < 60 || to > 900)
            heard.wrong("“more caution buys nothing” is the sample's, not the sleeps'");
    }
    double sum = 0;
    for (std::size_t row = 0; row < columns.rows.size(); ++row)
        sum += columns.number(row, "share_percent");
    if (std::abs(sum - 100) > 1e-6)
        heard.wrong("the sleeps are not all shown");
    if (table.number(table.rows.size() - 1, "x") < heard.knobs["x"])
        heard.wrong("the X of the knob is not in the picture");
    const Table& promise = heard.table("promise");
    for (const Table* each : {&table, &promise, &heard.table("yours")}) {
        for (std::size_t row = 0; row < each->rows.size(); ++row) {
            if (each->number(row, "cpu_percent") > 100)
                heard.wrong("a loop takes more than all of a core");
        }
    }
    const std::size_t fitted = rowOf(promise, "fitted X");
    if (fitted == promise.rows.size())
        heard.wrong("a bound for any sleeps is compared with a fitted quantile only");
    else if (std::abs(promise.number(fitted, "cpu_percent") - promise.number(1, "cpu_percent")) > 1e-9)
        heard.wrong("X that is fitted costs something else than the quantile");
    if (heard.advised("broken") != 0)
        heard.wrong("what is advised breaks the promise");
}

void hearMelting(Heard& heard) {
    const Table& loops = heard.table("loops");
    if (heard.advises("at most 1 %") && heard.advised("late_percent") > kLateEnough)
        heard.wrong("“at most 1 %” is more");
    if (heard.says("it is as late as the loop with one sleep") &&
        std::abs(loops.number(3, "late_percent") - loops.number(0, "late_percent")) > 5)
        heard.wrong("“as late as one sleep” is not");
    std::ptrdiff_t inTime = 0;
    for (std::size_t row = 0; row < loops.rows.size(); ++row)
        inTime += loops.number(row, "late_percent") <= kLateEnough ? 1 : 0;
    const auto scene = findEntry(scene::sceneCatalog(), "melting")->make(heard.result, heard.knobs);
    scene::View view;
    view.answered = true;
    view.now = scene->duration();
    const Picture picture = scene->show(view).picture;
    const auto green = std::ranges::count_if(picture.shapes, [](const Shape& shape) {
        const auto* dot = std::get_if<CircleShape>(&shape);
        return dot != nullptr && dot->ink == Ink::Good;
    });
    if (green != inTime)
        heard.wrong("a loop that is late is green, or one that is in time is not");
}

void hearClocks(Heard& heard) {
    const double frame =
        heard.result.line(heard.lab.knobs[0].choices[static_cast<std::size_t>(heard.knobs.whole("clock"))])
            .points[10]
            .y;
    if ((heard.says("was over at once") && frame > 10) || (heard.says("ended too soon") && frame > 16.667))
        heard.wrong("the wait was not over so soon");
    const Table& clocks = heard.table("clocks");
    const auto mine = static_cast<std::size_t>(heard.knobs.whole("clock"));
    if (heard.says("makes σ large for good") &&
        clocks.number(mine, "spun_after_percent") < clocks.number(mine, "spun_before_percent") + 1)
        heard.wrong("σ is large for good, but it spins no more than before");
    std::smatch took;
    static const std::regex kOnce("once more, and (?:that|the) frame took ([0-9.]+) (ms|s)");
    if (std::regex_search(heard.text, took, kOnce)) {
        const double ms = std::stod(took[1]) * (took[2] == "s" ? 1e3 : 1);
        if (std::abs(ms - frame) > 0.006 * ms)
            heard.wrong("the frame took another time");
    }
}

void hearSlots(Heard& heard) {
    const Table& ends = heard.table("ends");
    const Table& states = heard.table("slots");
    for (const std::size_t rule : {0U, 1U}) {
        const std::string lost = std::to_string(std::llround(ends.number(rule, "lost")));
        if (!heard.says((rule == 0 ? "drop-and-rest loses " : "keep-working ") + lost + " slot"))
            heard.wrong("the lost slots are not those of the table");
    }
    // The last picture is shown in its slot, or in the first one after it that is not lost.
    const auto pictures = static_cast<double>(heard.knobs.whole("pictures"));
    const std::string rule =
        heard.lab.knobs[0].choices[static_cast<std::size_t>(heard.knobs.whole("rule"))].data();
    for (std::size_t row = 0; row < states.rows.size(); ++row) {
        if (wordOf(states.at(row, "rule")) != rule || wordOf(states.at(row, "state")) == "lost" ||
            states.number(row, "slot") < pictures - 1)
            continue;
        const double late = (states.number(row, "slot") + 1 - pictures) * heard.knobs["period"] / 1e6;
        if (std::abs(heard.table("animations").number(0, "late_ms") - late) > 1e-3)
            heard.wrong("the animation that is given the number ends at another time");
        break;
    }
    bool late = false;
    for (std::size_t row = 0; row < states.rows.size(); ++row)
        late = late || (wordOf(states.at(row, "rule")) == "keep-working" &&
                        wordOf(states.at(row, "state")) == "late");
    if (late != (heard.says("late in its slot") || heard.says("late in their slots")))
        heard.wrong(late ? "the price of keep-working is not told" : "no frame starts late");
}

void hearRefresh(Heard& heard) {
    const Table& judder = heard.table("judder");
    const bool seen = judder.number(0, "refreshes") > 0;
    if (!seen && (heard.says("uneven") || heard.says("over 0 steps")))
        heard.wrong("steps are judged that nobody saw");
    if (heard.says("delay differs each time") && judder.number(0, "judder_percent") < 0.05)
        heard.wrong("the delay does not differ");
    if (heard.says("Steps of whole refreshes look steady") && judder.number(1, "standstills") > 0)
        heard.wrong("“look steady” stands still");
    const double least = std::min(heard.knobs["shortest"], heard.knobs["longest"]);
    const double most = std::max(heard.knobs["shortest"], heard.knobs["longest"]);
    if (!heard.says("between " + timeInWords(least) + " and " + timeInWords(most)))
        heard.wrong("the shortest frame is not the shorter one");
}

void hearAudio(Heard& heard) {
    const double underruns = heard.table("queue").number(0, "underruns");
    if (heard.says("No frame came too late") != (underruns == 0))
        heard.wrong("frames that came too late are not those of the table");
    if (!heard.says("half a frame"))
        heard.wrong("the wait for the end of the frame is neither counted nor left out in words");
}

/// What each lab says besides.
using Hear = void (*)(Heard&);
const std::map<std::string_view, Hear>& ownOf() {
    static const std::map<std::string_view, Hear> kOwn{
        {"drift", hearDrift}, {"well", hearWell},       {"sleep", hearSleep},   {"estimator", hearEstimator},
        {"x", hearX},         {"melting", hearMelting}, {"clocks", hearClocks}, {"slots", hearSlots},
        {"audio", hearAudio}, {"refresh", hearRefresh}};
    return kOwn;
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
