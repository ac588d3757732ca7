// SPDX-License-Identifier: MIT
#include "core/lab/labs/well.h"

#include "core/lab/lab_support.h"
#include "core/timestep/timestep_catalog.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr Nanoseconds kAsked{5'000'000'000}; // the moment that the guess is about
constexpr int kHitchFrame = 5;
constexpr double kGateNear = 14.7; // m
constexpr double kGateFar = 15.2;

/// The player runs at a gate that is shut: each update puts him further on, and only then looks.
class Player {
public:
    void move(Nanoseconds step) {
        m_place += m_stopped ? 0 : kRunnerSpeed * static_cast<double>(step.count());
        m_stopped = m_stopped || (m_place >= kGateNear && m_place <= kGateFar);
        m_longest = std::max(m_longest, step);
    }
    [[nodiscard]] const char* fate() const {
        return m_stopped ? "stopped" : m_place > kGateFar ? "passed through" : "not there yet";
    }
    [[nodiscard]] double place() const { return m_place; }
    [[nodiscard]] Nanoseconds longestStep() const { return m_longest; }

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
    Player player;

    void addFrame(const Updates& updates) {
        const double at = inMs(real) / 1e3;
        const double rate = 1000 / inMs(lastFrame);
        rows.push_back({id, static_cast<std::int64_t>(rows.size()), at, inMs(updates.released),
                        static_cast<std::int64_t>(updates.steps.size()), inMs(lastFrame), rate,
                        inMs(game) / 1e3, player.place()});
        line.points.push_back({at, rate});
    }
};

Panel panelOf(const char* timestep, const ParameterValues& values) {
    const TimestepEntry& entry = *findEntry(timestepCatalog(), timestep);
    const Period refresh;
    ParameterValues settings(entry.parameters);
    settings.set("longest", 1);
    settings.setIfThere("threshold", values["threshold"]);
    settings.setIfThere("form", values["form"]);
    const auto steps = entry.make(settings, refresh);
    Panel panel;
    panel.id = timestep;
    panel.name = std::string(entry.name);
    panel.line = {panel.id, panel.name, "Real time, s", "Frames a second", {}};
    panel.lastFrame = refresh.at(1);
    for (int i = 0;; ++i) {
        const Nanoseconds elapsed =
            panel.lastFrame + (i == kHitchFrame ? Nanoseconds(values.whole("hitch")) : 0ns);
        if (panel.real + elapsed >= kWellWindow)
            return panel;
        panel.real += elapsed;
        const Updates updates = steps->advance(elapsed);
        for (const Nanoseconds step : updates.steps)
            panel.player.move(step);
        panel.game += updates.passed();
        panel.most = std::max(panel.most, updates.released);
        panel.lastFrame = std::max(refresh.rounded(), Nanoseconds(values.whole("cost")) *
                                                          static_cast<std::int64_t>(updates.steps.size()));
        if (panel.real <= kAsked)
            panel.askedFrame = panel.lastFrame;
        panel.addFrame(updates);
    }
}

std::string backlogText(const ParameterValues& values, const Panel& plain) {
    const double cost = values["cost"];
    const double step = Period().nanoseconds();
    const std::string factor =
        "Each frame's backlog is that of the one before · cost / step = " + milliseconds(cost) + " / " +
        milliseconds(step) + " = " + figure(cost / step);
    if (cost > step)
        return factor + ": it grows without bound, and after " + figure(inMs(kAsked) / 1e3) +
               " s a frame of the plain loop takes " + milliseconds(inMs(plain.askedFrame) * 1e6, 0) + ".";
    return factor + ": it does not grow, and after " + figure(inMs(kAsked) / 1e3) +
           " s a frame of the plain loop takes " + milliseconds(inMs(plain.askedFrame) * 1e6) + ".";
}

std::vector<std::string> explainWell(const ParameterValues& values, const std::array<Panel, 3>& panels) {
    const Panel& plain = panels[0];
    const double bigStep = inMs(panels[2].player.longestStep());
    std::vector<std::string> text;
    text.push_back(
        "Article 3's well of despair: an update makes good " + milliseconds(Period().nanoseconds()) +
        " of the game and costs " + milliseconds(values["cost"]) +
        (values["hitch"] > 0 ? "; after a hitch of " + milliseconds(values["hitch"]) + " there are about " +
                                   figure(1 + values["hitch"] / Period().nanoseconds(), 0) + " to catch up."
                             : "; what it is late by, the next frame has to catch up as well."));
    text.push_back(backlogText(values, plain));
    const double slower = slowdown(panels[1].game, panels[1].real);
    text.push_back("Over the whole run, to the end of its last frame, slow motion gave the game " +
                   milliseconds(static_cast<double>(panels[1].game.count()), 0) + " for " +
                   milliseconds(static_cast<double>(panels[1].real.count()), 0) +
                   ": 1 − game / real = " + figure(100 * slower, 1) + " % slower; its longest step was " +
                   milliseconds(inMs(panels[1].player.longestStep()) * 1e6) +
                   " (the article hands the threshold on in two halves), and the player was " +
                   panels[1].player.fate() + ".");
    text.push_back("One big step was up to " + milliseconds(bigStep * 1e6) + " long, " +
                   figure(kRunnerSpeed * bigStep * 1e6) + " m for the player, and a gate of " +
                   figure(kGateFar - kGateNear) + " m: " + panels[2].player.fate() + ".");
    text.push_back(values["form"] == 0
                       ? "As printed, the threshold is s_device_refresh / 6 = 10, which is 10 s and not the "
                         "0.1 s of the text: spot the bug, no remedy is applied before it is too late."
                       : "Your threshold is " + milliseconds(values["threshold"]) +
                             "; as printed it is s_device_refresh / 6 = 10 s, which comes too late.");
    text.push_back("In your own code: drop what is above 0.1 s, so that the game slows down instead of "
                   "freezing, and test collisions along the whole step.");
    return text;
}

Table endsTable(const std::array<Panel, 3>& panels) {
    Table ends{"panels",
               "The three panels",
               {{"panel", "Panel"},
                {"last_frame_ms", "Last frame, ms"},
                {"most_backlog_ms", "Greatest backlog, ms"},
                {"longest_step_ms", "Longest step, ms"},
                {"slower_percent", "Slower, %"},
                {"player", "Player"}},
               {}};
    for (const Panel& panel : panels)
        ends.rows.push_back({panel.id, inMs(panel.lastFrame), inMs(panel.most),
                             inMs(panel.player.longestStep()), 100 * slowdown(panel.game, panel.real),
                             std::string(panel.player.fate())});
    return ends;
}

LabResult runWell(const ParameterValues& values) {
    const std::array<Panel, 3> panels{panelOf("whole-refreshes", values), panelOf("slow-motion", values),
                                      panelOf("one-big-step", values)};
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
                  {"player_m", "Player, m"}},
                 {}};
    for (const Panel& panel : panels) {
        result.series.push_back(panel.line);
        frames.rows.insert(frames.rows.end(), panel.rows.begin(), panel.rows.end());
    }
    const Table gate{
        "gate", "The gate", {{"near_m", "From, m"}, {"far_m", "To, m"}}, {{kGateNear, kGateFar}}};
    result.answer = 1e3 / inMs(panels[0].askedFrame);
    result.headline = "After " + figure(inMs(kAsked) / 1e3) + " s the plain loop shows " +
                      figure(result.answer, 1) + " frames a second.";
    result.explanation = explainWell(values, panels);
    result.tables = {endsTable(panels), gate, std::move(frames)};
    return result;
}

} // namespace

LabEntry wellLab() {
    return {.id = "well",
            .name = JITTERSCOPE_TR("The well of despair"),
            .question = JITTERSCOPE_TR("What becomes of a loop whose updates cost more than they simulate?"),
            .article = JITTERSCOPE_TR("Article 3, the well-of-despair problem and its two options"),
            .minutes = 10,
            .knobs = {timeKnob("cost", JITTERSCOPE_TR("Cost of an update"), 0.1e6, 100e6, 20e6,
                               JITTERSCOPE_TR("How long an update computes; it makes good 16.67 ms of the "
                                              "game, and above that the well opens.")),
                      timeKnob("hitch", JITTERSCOPE_TR("Hitch"), 0, 2e9, 0,
                               JITTERSCOPE_TR("The sixth frame takes this much longer.")),
                      timeKnob("threshold", JITTERSCOPE_TR("Threshold"), 20e6, 10e9, 100e6,
                               JITTERSCOPE_TR("Both remedies are applied above this; with form=mended.")),
                      choiceKnob("form", JITTERSCOPE_TR("Form"), {"printed", "mended"}, 1,
                                 JITTERSCOPE_TR("printed: the threshold is 60 / 6 = 10, in seconds."))},
            .marks = {{"cost", 16.667e6, JITTERSCOPE_TR("the step, 16.7 ms")},
                      {"threshold", 100e6, JITTERSCOPE_TR("meant: 100 ms")}},
            .predict = {JITTERSCOPE_TR("How many frames a second does the plain loop show after 5 s?"), "Hz",
                        0, 60, 1},
            .run = runWell,
            .closing = {
                JITTERSCOPE_TR("When does the backlog of the plain loop grow without bound?"),
                {{JITTERSCOPE_TR("After any hitch that is long enough."),
                  JITTERSCOPE_TR("A long hitch takes longer to catch up, but it is caught up if updates cost "
                                 "less than they simulate.")},
                 {JITTERSCOPE_TR("Exactly when an update costs more than the time it simulates."),
                  JITTERSCOPE_TR("Right: each frame's backlog is the last one times cost / step.")},
                 {JITTERSCOPE_TR("Whenever the threshold is too high."),
                  JITTERSCOPE_TR("The threshold decides when a remedy comes; without one, only the cost "
                                 "decides.")}},
                1}};
}

} // namespace jitterscope
