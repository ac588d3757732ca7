// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/catalog.h"
#include "core/lab/lab.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/pacing/pacing_catalog.h"
#include "core/scene/scene.h"
#include "tests/core/lab_figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

/// What each lab must not say, whatever its knobs are: a rule is a sentence, a table or a picture that its
/// own numbers deny.
namespace jitterscope::lab_rules {

using namespace lab_figures;

inline constexpr double kLateEnough = 1; // % of the frames that melting still calls in time

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

inline std::size_t rowOf(const Table& table, std::string_view word) {
    std::size_t row = 0;
    while (row < table.rows.size() && wordOf(table.rows[row].front()) != word)
        ++row;
    return row;
}

inline void hearDrift(Heard& heard) {
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

inline void hearWell(Heard& heard) {
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

inline void hearSleep(Heard& heard) {
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

inline void hearEstimator(Heard& heard) {
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

inline void hearX(Heard& heard) {
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

inline void hearMelting(Heard& heard) {
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

inline void hearClocks(Heard& heard) {
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

inline void hearSlots(Heard& heard) {
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

inline void hearRefresh(Heard& heard) {
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

inline void hearAudio(Heard& heard) {
    const double underruns = heard.table("queue").number(0, "underruns");
    if (heard.says("No frame came too late") != (underruns == 0))
        heard.wrong("frames that came too late are not those of the table");
    if (!heard.says("half a frame"))
        heard.wrong("the wait for the end of the frame is neither counted nor left out in words");
}

/// What each lab says besides.
using Hear = void (*)(Heard&);
inline const std::map<std::string_view, Hear>& ownOf() {
    static const std::map<std::string_view, Hear> kOwn{
        {"drift", hearDrift}, {"well", hearWell},       {"sleep", hearSleep},   {"estimator", hearEstimator},
        {"x", hearX},         {"melting", hearMelting}, {"clocks", hearClocks}, {"slots", hearSlots},
        {"audio", hearAudio}, {"refresh", hearRefresh}};
    return kOwn;
}

} // namespace jitterscope::lab_rules
