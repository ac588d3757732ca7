// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/timestep/timestep.h"

#include <algorithm>
#include <array>
#include <span>

namespace jitterscope {
namespace {

constexpr Nanoseconds kAsked{5'000'000'000}; // the moment that the guess is about
constexpr int kHitchFrame = 5;
constexpr double kUsualThreshold = 100e6; // ns
constexpr double kGateNear = 14.7;        // m
constexpr double kGateFar = 15.2;

/// The runner runs towards a gate that is shut. Each update puts him further on, and only then tests whether
/// he is at the gate.
class Runner {
public:
    void move(Nanoseconds step) {
        m_place += m_stopped ? 0 : kRunnerSpeed * static_cast<double>(step.count());
        m_stopped = m_stopped || (m_place >= kGateNear && m_place <= kGateFar);
        m_longest = std::max(m_longest, step);
    }
    [[nodiscard]] const char* fate() const {
        return m_stopped ? "stopped" : isThrough() ? "passed through" : "not there yet";
    }
    [[nodiscard]] bool isThrough() const { return !m_stopped && m_place > kGateFar; }
    [[nodiscard]] double place() const { return m_place; }
    [[nodiscard]] Nanoseconds longestStep() const { return m_longest; }
    /// Whether his longest step is deeper than the gate. Where it fell decided whether he passed.
    [[nodiscard]] bool couldLeap() const {
        return kRunnerSpeed * static_cast<double>(m_longest.count()) > kGateFar - kGateNear + 1e-9;
    }

private:
    double m_place = 0;
    bool m_stopped = false;
    Nanoseconds m_longest{0};
};

/// One way to give the game its time.
struct Panel {
    std::string id;
    std::string name;
    std::vector<std::vector<Cell>> rows;
    LabSeries line;
    Nanoseconds lastFrame{0};
    Nanoseconds askedFrame{0}; ///< the one that is being made at kAsked
    Nanoseconds real{0};
    Nanoseconds game{0};
    Nanoseconds most{0}; ///< greatest backlog
    bool couldFreeze = false;
    Runner runner;

    void addFrame(const Updates& updates) {
        const double at = inMs(real) / 1e3;
        const double rate = 1000 / inMs(lastFrame);
        rows.push_back({id, static_cast<std::int64_t>(rows.size()), at, inMs(updates.released),
                        static_cast<std::int64_t>(updates.steps.size()), inMs(lastFrame), rate,
                        inMs(game) / 1e3, runner.place()});
        line.points.push_back({at, rate});
    }
};

/// Whether its frames come to last a second and more: updates cost more than they simulate, and nothing keeps
/// the backlog small.
bool couldFreeze(WellRow row, const ParameterValues& values) {
    const double costs = values["cost"] / Period().nanoseconds(); // of what it simulates
    const double longest = row == WellRow::Plain ? 1e300
                           : values["form"] == 0 ? static_cast<double>(printedThreshold(Period()).count())
                                                 : values["threshold"];
    return costs > 1 && longest * costs > 1e9;
}

Panel panelOf(WellRow row, const ParameterValues& values) {
    const TimestepEntry& entry = *findEntry(timestepCatalog(), wellPanel(row));
    const Period refresh;
    ParameterValues settings(entry.parameters);
    settings.set("longest", 1);
    settings.setIfThere("threshold", values["threshold"]);
    settings.setIfThere("form", values["form"]);
    const auto steps = entry.make(settings, refresh);
    Panel panel;
    panel.id = row == WellRow::UsualSlowMotion ? "slow motion at 0.1 s" : std::string(entry.id);
    panel.name = std::string(entry.name);
    panel.line = {panel.id, panel.name, "Real time, s", "Frames a second", {}};
    panel.lastFrame = refresh.at(1);
    panel.couldFreeze = couldFreeze(row, values);
    for (int i = 0;; ++i) {
        const Nanoseconds elapsed =
            panel.lastFrame + (i == kHitchFrame ? Nanoseconds(values.whole("hitch")) : 0ns);
        if (panel.real + elapsed >= kWellWindow)
            return panel;
        panel.real += elapsed;
        const Updates updates = steps->advance(elapsed);
        for (const Nanoseconds step : updates.steps)
            panel.runner.move(step);
        panel.game += updates.passed();
        panel.most = std::max(panel.most, updates.released);
        panel.lastFrame = std::max(refresh.rounded(), Nanoseconds(values.whole("cost")) *
                                                          static_cast<std::int64_t>(updates.steps.size()));
        if (panel.real <= kAsked)
            panel.askedFrame = panel.lastFrame;
        panel.addFrame(updates);
    }
}

LabSentence backlogText(const ParameterValues& values, const Panel& plain) {
    const double cost = values["cost"];
    const double step = Period().nanoseconds();
    const std::string factor = figure(cost / step, 3);
    const std::string frame = " After " + figure(inMs(kAsked) / 1e3) + " s a frame of the plain loop takes " +
                              timeInWords(inMs(plain.askedFrame) * 1e6) + ", so it shows " +
                              figure(1e3 / inMs(plain.askedFrame), 1) + " frames a second.";
    return sentence("backlog", "Each frame of the plain loop, whole-refreshes, leaves cost / step = " +
                                   dial("cost", timeInWords(cost)) + " / " + timeInWords(step) + " = " +
                                   factor + " times the backlog of the frame before it, so the backlog " +
                                   (factor == "1" ? "stays as it is."
                                    : cost > step ? "grows without end."
                                                  : "does not grow.") +
                                   frame);
}

/// What became of the runner at the gate, in a sentence.
std::string fateText(const Runner& runner) {
    return runner.isThrough()                             ? "The runner passed through the shut gate."
           : std::string_view(runner.fate()) == "stopped" ? "The gate stopped the runner."
                                                          : "The runner had not come to the gate yet.";
}

/// The advice: `row` of endsTable() is the best one. `threshold`: of that row, ns.
std::string wellAdviceText(const Table& ends, std::size_t row, double threshold) {
    const std::string end = "At the end its frames take " +
                            timeInWords(ends.number(row, "last_frame_ms") * 1e6) + ", and the game is " +
                            figure(ends.number(row, "slower_percent"), 1) + " % slower. ";
    if (row == 0)
        return "the plain loop, whole-refreshes, is enough here, for its backlog does not grow. " + end +
               "Keep a remedy ready all the same, for a slower machine: drop the backlog above 0.1 s.";
    const std::string begin = std::string(wordOf(ends.at(row, "panel"))) +
                              " is best here. No step of it can leap over the gate, and it cannot freeze. " +
                              end;
    if (row == 2)
        return begin + "Where steps may be longer, drop the backlog above 0.1 s instead.";
    return begin + "Drop the backlog above " +
           (threshold == kUsualThreshold ? "0.1 s" : timeInWords(threshold)) +
           ": the game then slows down instead of freezing. And test collisions along the whole step.";
}

/// How much slower the game was; ≈ where the figures that are shown give another last digit.
std::string slowerText(const Panel& panel) {
    const std::string game = figure(inMs(panel.game) / 1e3, 3);
    const std::string real = figure(inMs(panel.real) / 1e3, 3);
    const std::string percent = figure(100 * slowdown(panel.game, panel.real), 1);
    const double shown = 100 * (1 - parseDouble(game).value() / parseDouble(real).value());
    return "Over the whole run it gave the game " + game + " s for " + real +
           " s of real time: the game was 1 − game / real " + (figure(shown, 1) == percent ? "= " : "≈ ") +
           percent + " % slower. ";
}

std::vector<LabSentence> explainWell(const ParameterValues& values, const std::array<Panel, 4>& panels) {
    const Panel& plain = panels[0];
    const double bigStep = inMs(panels[2].runner.longestStep());
    std::vector<LabSentence> text;
    const std::string hitch = dial("hitch", timeInWords(values["hitch"]));
    text.push_back(sentence(
        "plain",
        "An update simulates " + timeInWords(Period().nanoseconds()) + " of the game, and costs " +
            dial("cost", timeInWords(values["cost"])) + " of computing. " +
            (values["hitch"] > 0
                 ? "After the hitch of " + hitch + " there are about " +
                       figure(1 + values["hitch"] / Period().nanoseconds(), 0) + " updates to catch up."
                 : "The backlog is game time that has passed and is not simulated yet; the next frame has to "
                   "catch it up. There is no hitch here: " +
                       hitch + ".")));
    text.push_back(backlogText(values, plain));
    const double threshold =
        values["form"] == 0 ? static_cast<double>(printedThreshold(Period()).count()) : values["threshold"];
    const auto acted = [threshold](const Panel& panel) {
        return static_cast<double>(panel.most.count()) > threshold;
    };
    const std::string never = "Here the backlog was never above the threshold of " + timeInWords(threshold) +
                              ", so it did nothing. ";
    text.push_back(sentence(
        "slow", "Slow motion never simulates more than the threshold in one frame: when the backlog is "
                "larger, it makes two updates of half the threshold each, and drops the rest. An update "
                "costs the same however much it simulates. " +
                    (acted(panels[1]) ? slowerText(panels[1]) : never) + fateText(panels[1].runner)));
    if (!acted(panels[2]))
        text.push_back(
            sentence("big", "One big step simulates all of a backlog above the threshold at once. " + never +
                                fateText(panels[2].runner)));
    else
        text.push_back(sentence("big", "One big step simulates all of the backlog at once, up to " +
                                           timeInWords(bigStep * 1e6) + ". In that time the runner does " +
                                           figure(kRunnerSpeed * bigStep * 1e6) + " m, and the gate is " +
                                           figure(kGateFar - kGateNear) + " m deep. " +
                                           fateText(panels[2].runner)));
    text.push_back(sentence(
        "threshold",
        values["form"] == 0
            ? "This is the code " + dial("form", "with its bug") +
                  ": the threshold is 60 / 6 = 10, which it takes for 10 s. Six steps of 1 / 60 s are meant, "
                  "0.1 s. So no remedy comes before it is too late."
            : "Your threshold is " + dial("threshold", timeInWords(values["threshold"])) +
                  ". Both remedies act when the backlog is above it, and do nothing below."));
    return text;
}

Table endsTable(const std::array<Panel, 4>& panels) {
    Table ends{"panels",
               "The three loops, and slow motion at 0.1 s",
               {{"panel", "Panel"},
                {"last_frame_ms", "Frame, ms"},
                {"most_backlog_ms", "Behind, ms"},
                {"longest_step_ms", "Step, ms"},
                {"could_leap", "Could leap", Quantity::Flag},
                {"could_freeze", "Could freeze", Quantity::Flag},
                {"slower_percent", "Slow, %"},
                {"player", "Runner"},
                {"through", "Passed", Quantity::Flag}},
               {}};
    for (const Panel& panel : panels)
        ends.rows.push_back({panel.id, inMs(panel.lastFrame), inMs(panel.most),
                             inMs(panel.runner.longestStep()), std::int64_t{panel.runner.couldLeap()},
                             std::int64_t{panel.couldFreeze}, 100 * slowdown(panel.game, panel.real),
                             std::string(panel.runner.fate()), std::int64_t{panel.runner.isThrough()}});
    return ends;
}

LabResult runWell(const ParameterValues& values) {
    ParameterValues usual = values;
    usual.set("threshold", kUsualThreshold);
    usual.set("form", 1);
    std::array<Panel, 4> panels{panelOf(WellRow::Plain, values), panelOf(WellRow::SlowMotion, values),
                                panelOf(WellRow::OneBigStep, values),
                                panelOf(WellRow::UsualSlowMotion, usual)};
    LabResult result;
    Table frames{"frames",
                 "Frame by frame",
                 {{"panel", "Panel"},
                  {"frame", "Frame"},
                  {"at_s", "Begins, s"},
                  {"backlog_ms", "Backlog, ms"},
                  {"updates", "Updates"},
                  {"frame_ms", "Frame, ms"},
                  {"rate_hz", "Rate, Hz"},
                  {"game_s", "Game, s"},
                  {"player_m", "Runner, m"}},
                 {}};
    for (const Panel& panel : std::span(panels).first(3)) { // the last is for the advice alone
        result.series.push_back(panel.line);
        frames.rows.insert(frames.rows.end(), panel.rows.begin(), panel.rows.end());
    }
    const Table gate{
        "gate", "The gate", {{"near_m", "From, m"}, {"far_m", "To, m"}}, {{kGateNear, kGateFar}}};
    result.answer = 1e3 / inMs(panels[0].askedFrame);
    result.headline = "After " + figure(inMs(kAsked) / 1e3) + " s the plain loop shows " +
                      figure(result.answer, 1) + " frames a second.";
    result.explanation = explainWell(values, panels);
    Table ends = endsTable(panels);
    result.advice.table = ends.id;
    result.advice.by = {"could_leap", "could_freeze", "last_frame_ms", "slower_percent"};
    result.advice.row = bestRow(ends, result.advice.by);
    constexpr std::size_t kUsual = 3; // of equals, the usual threshold
    if (result.advice.row > 0 && std::ranges::all_of(result.advice.by, [&](const std::string& column) {
            return ends.number(kUsual, column) == ends.number(result.advice.row, column);
        }))
        result.advice.row = kUsual;
    constexpr std::array kColumns{"plain", "slow", "big", "slow"};
    const double threshold = result.advice.row == 1 ? values["threshold"] : kUsualThreshold;
    result.explanation.push_back(
        inYourOwnCode(kColumns[result.advice.row], wellAdviceText(ends, result.advice.row, threshold)));
    result.tables = {std::move(ends), gate, std::move(frames)};
    return result;
}

} // namespace

std::string_view wellPanel(WellRow row) {
    constexpr std::array<std::string_view, 4> kTimesteps{"whole-refreshes", "slow-motion", "one-big-step",
                                                         "slow-motion"};
    return kTimesteps.at(static_cast<std::size_t>(row));
}

std::optional<double> wellSeenAfter(const LabResult& result, double at) {
    const Table& frames = result.table("frames");
    for (std::size_t i = 0; i < frames.rows.size(); ++i) {
        const double begins = frames.number(i, "at_s");
        if (wordOf(frames.at(i, "panel")) != wellPanel(WellRow::Plain) || begins < at)
            continue;
        const double ends = begins + frames.number(i, "frame_ms") / 1e3;
        return ends <= inMs(kWellWindow) / 1e3 ? std::optional(ends - at) : std::nullopt;
    }
    return std::nullopt;
}

LabEntry wellLab() {
    return {
        .id = "well",
        .name = "The well of despair",
        .question = "What if a loop's updates cost more time than they simulate?",
        .idea =
            "If updates cost more time than they simulate, the backlog grows without end; if they cost less, "
            "it does not. Drop what is above a threshold: the game then slows down, and does not freeze.",
        .article = "Article 3, the well-of-despair problem and its two options",
        .minutes = 10,
        .knobs = {timeKnob("cost", "Cost of an update", 0.1e6, 100e6, 20e6,
                           "How long an update computes. It simulates 16.67 ms of the game; if it costs more "
                           "than that, the loop falls into the well."),
                  timeKnob("hitch", "Hitch", 0, 2e9, 0, "The sixth frame takes this much longer."),
                  timeKnob("threshold", "Threshold", 20e6, 10e9, 100e6,
                           "Both remedies act when the backlog is above this; with the bug mended."),
                  choiceKnob("form", "Code of the threshold", {"printed", "mended"}, 1,
                             "The code was published with a bug in its threshold. Find out what goes wrong.",
                             {"with its bug", "bug mended"})},
        .mainKnob = "cost",
        .marks = {{"cost", 16.667e6, "the step, 16.7 ms"}, {"threshold", 100e6, "six steps: 100 ms"}},
        .predict = {"How many frames a second does the plain loop show after 5 s?", "Hz", 0, 60, 1},
        .rules = {{"The plain loop updates the game until nothing is left to catch up, and only then draws.",
                   "backlog += since_last_frame();\n"
                   "while (backlog >= step) backlog -= update(step);\n"
                   "draw();"}},
        .run = runWell,
        .teacher =
            {.goesWrong =
                 "Many blame the hitch. It only starts the fall: if an update costs more than it "
                 "simulates, the backlog grows without any hitch, and if it costs less, every hitch is "
                 "made good.",
             .asks = "An update simulates 20 ms. What happens after a hitch of a second if it costs 25 ms? "
                     "If it costs 15 ms?",
             .answer =
                 "At 25 ms the backlog grows without end. At 15 ms the loop catches up little by little. "
                 "The cost decides, not the hitch."},
        .gameKnob = "behind",
        .closing = {
            .asks = "A simulation steps 20 ms at a time. A virus scan makes it stand still for two "
                    "seconds; then it is alone again. What decides whether it ever catches up?",
            .choices =
                {{"How long it stood still.",
                  "After a longer stop it takes longer. But it catches up all the same, if updates "
                  "cost less than they simulate."},
                 {"Whether an update costs less than the 20 ms that it simulates.",
                  "Right: each frame leaves cost / step times the backlog of the one before. Below 1 the "
                  "backlog melts away. Above 1 it grows, with or without a stop."},
                 {"How many frames a second the screen shows.",
                  "The screen only waits for the updates. What they cost decides."}},
            .right = 1}};
}

} // namespace jitterscope
