// SPDX-License-Identifier: MIT
#include "core/lab/labs/well.h"

#include "core/lab/lab_support.h"
#include "core/timestep/timestep_catalog.h"

#include <algorithm>
#include <array>

namespace jitterscope {
namespace {

constexpr int kFrames = 60;
constexpr int kHitchFrame = 5;
constexpr Nanoseconds kHopeless{10'000'000'000}; // a panel ends with a frame of this length
constexpr double kSpeed = 4e-9;                  // of the player, m per ns of game time
constexpr double kGateNear = 0.6;                // m
constexpr double kGateFar = 1.1;

/// The player runs at a gate that is shut: each update puts him further on, and only then looks.
class Player {
public:
    void move(Nanoseconds step) {
        m_place += m_stopped ? 0 : kSpeed * static_cast<double>(step.count());
        m_stopped = m_stopped || (m_place >= kGateNear && m_place <= kGateFar);
        m_longest = std::max(m_longest, step);
    }
    [[nodiscard]] const char* fate() const {
        return m_stopped ? "stopped" : m_place > kGateFar ? "passed through" : "not there yet";
    }
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
    std::vector<std::vector<LabCell>> rows;
    Nanoseconds lastFrame{0};
    Nanoseconds real{0};
    Nanoseconds game{0};
    Nanoseconds most{0}; ///< greatest backlog
    Player player;
};

Panel panelOf(const char* timestep, const ParameterValues& values) {
    const TimestepEntry& entry = *findEntry(timestepCatalog(), timestep);
    const Period refresh;
    ParameterValues settings(entry.parameters);
    settings.set("longest", 1);
    settings.setIfThere("threshold", values["threshold"]);
    settings.setIfThere("form", values["form"]);
    const auto steps = entry.make(settings, refresh);
    Panel panel{timestep, std::string(entry.name), {}, refresh.at(1), {}, {}, {}, {}};
    for (int i = 0; i < kFrames && panel.lastFrame < kHopeless; ++i) {
        Nanoseconds elapsed = panel.lastFrame;
        if (i == kHitchFrame)
            elapsed += Nanoseconds(values.whole("hitch"));
        panel.real += elapsed;
        const Updates updates = steps->advance(elapsed);
        for (const Nanoseconds step : updates.steps)
            panel.player.move(step);
        panel.game += updates.passed();
        panel.most = std::max(panel.most, updates.released);
        panel.lastFrame = std::max(refresh.rounded(), Nanoseconds(values.whole("cost")) *
                                                          static_cast<std::int64_t>(updates.steps.size()));
        panel.rows.push_back({panel.id, std::int64_t{i}, inMs(updates.released),
                              static_cast<std::int64_t>(updates.steps.size()), inMs(panel.lastFrame),
                              1000 / inMs(panel.lastFrame)});
    }
    return panel;
}

std::vector<std::string> explain(const ParameterValues& values, const std::array<Panel, 3>& panels) {
    const Period refresh;
    const double cost = values["cost"];
    const double step = refresh.nanoseconds();
    const bool printed = values["form"] == 0;
    const Panel& plain = panels[0];
    std::vector<std::string> text;
    text.push_back("Article 3's well of despair: after a hitch of " + milliseconds(values["hitch"]) +
                   " there are about " + figure(1 + values["hitch"] / step, 0) + " updates of " +
                   milliseconds(step) + " to catch up, and each costs " + milliseconds(cost) + ".");
    text.push_back("The backlog of each frame is that of the one before · cost / step = " +
                   milliseconds(cost) + " / " + milliseconds(step) + " = " + figure(cost / step) +
                   (cost > step ? ": it grows without bound, and the plain loop ends with a frame of " +
                                      milliseconds(inMs(plain.lastFrame) * 1e6, 0) + "."
                                : ": it does not grow, and the plain loop recovers to frames of " +
                                      milliseconds(inMs(plain.lastFrame) * 1e6) + "."));
    const double slower = slowdown(panels[1].game, panels[1].real);
    text.push_back("Slow motion gave the game " +
                   milliseconds(static_cast<double>(panels[1].game.count()), 0) + " for " +
                   milliseconds(static_cast<double>(panels[1].real.count()), 0) +
                   ": 1 − game / real = " + figure(100 * slower, 1) + " % slower; its longest step was " +
                   milliseconds(inMs(panels[1].player.longestStep()) * 1e6) + ", and the player was " +
                   panels[1].player.fate() + ".");
    text.push_back("One big step was up to " + milliseconds(inMs(panels[2].player.longestStep()) * 1e6) +
                   " long, " + figure(kSpeed * static_cast<double>(panels[2].player.longestStep().count())) +
                   " m for the player, and a gate of 0.5 m: " + panels[2].player.fate() + ".");
    text.push_back(printed
                       ? "As printed, the threshold is s_device_refresh / 6 = 10, which is 10 s and not the "
                         "0.1 s of the text: spot the bug, no remedy is applied before it is too late."
                       : "Your threshold is " + milliseconds(values["threshold"]) +
                             "; as printed it is s_device_refresh / 6 = 10 s, which comes too late.");
    text.push_back("In your own code: drop what is above 0.1 s, so that the game slows down instead of "
                   "freezing, and test collisions along the whole step.");
    return text;
}

LabResult run(const ParameterValues& values) {
    const std::array<Panel, 3> panels{panelOf("whole-refreshes", values), panelOf("slow-motion", values),
                                      panelOf("one-big-step", values)};
    LabResult result;
    LabTable ends{"panels",
                  "The three panels",
                  {{"panel", "Panel"},
                   {"last_frame_ms", "Last frame, ms"},
                   {"most_backlog_ms", "Greatest backlog, ms"},
                   {"longest_step_ms", "Longest step, ms"},
                   {"slower_percent", "Slower, %"},
                   {"player", "Player"}},
                  {}};
    LabTable frames{"frames",
                    "Frame by frame",
                    {{"panel", "Panel"},
                     {"frame", "Frame"},
                     {"backlog_ms", "Backlog, ms"},
                     {"updates", "Updates"},
                     {"frame_ms", "Frame time, ms"},
                     {"rate_hz", "Frame rate, Hz"}},
                    {}};
    for (const Panel& panel : panels) {
        ends.rows.push_back({panel.id, inMs(panel.lastFrame), inMs(panel.most),
                             inMs(panel.player.longestStep()), 100 * slowdown(panel.game, panel.real),
                             std::string(panel.player.fate())});
        LabSeries line{panel.id, panel.name, "Frame", "Frame time, ms", {}};
        for (std::size_t i = 0; i < panel.rows.size(); ++i)
            line.points.push_back({static_cast<double>(i), std::get<double>(panel.rows[i][4])});
        result.series.push_back(std::move(line));
        frames.rows.insert(frames.rows.end(), panel.rows.begin(), panel.rows.end());
    }
    result.answer = 1e3 / inMs(panels[0].lastFrame);
    result.headline = "In the end the plain loop shows " + figure(result.answer) + " frames a second.";
    result.explanation = explain(values, panels);
    result.tables = {std::move(ends), std::move(frames)};
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
                               JITTERSCOPE_TR("How long an update of one sixtieth of a second computes.")),
                      timeKnob("hitch", JITTERSCOPE_TR("Hitch"), 0, 2e9, 200e6,
                               JITTERSCOPE_TR("The sixth frame takes this much longer.")),
                      timeKnob("threshold", JITTERSCOPE_TR("Threshold"), 20e6, 10e9, 100e6,
                               JITTERSCOPE_TR("Both remedies are applied above this; with form=mended.")),
                      choiceKnob("form", JITTERSCOPE_TR("Form"), {"printed", "mended"}, 1,
                                 JITTERSCOPE_TR("printed: the threshold is 60 / 6 = 10, in seconds."))},
            .predict = {JITTERSCOPE_TR("How many frames a second does the plain loop show in the end?"), "Hz",
                        0, 60, 2},
            .run = run,
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
