// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/scene/game.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace jitterscope::scene {
namespace {

constexpr double kWindow = static_cast<double>(kWellWindow.count()) / 1e9; // s of real time
constexpr double kBehind = 60;           // ms of backlog: more than a loop that keeps up ever has
constexpr double kTrail = 1.2;           // s of earlier pictures
constexpr double kAskedAt = 5;           // s: the moment that the guess is about
constexpr double kGrows = 1.0005e9 / 60; // ns: updates that cost more are seen to let the backlog grow
constexpr double kMetresSeen = 6;        // in a strip of a third of the picture

/// One frame as it was drawn.
struct WellFrame {
    double at = 0;    // s, begins
    double frame = 0; // s
    double game = 0;  // s
    double place = 0; // m
    int updates = 0;

    [[nodiscard]] double end() const { return at + frame; }
};

/// One way of catching up.
struct WellWay {
    std::string id;
    std::string_view part; // of the picture
    std::string name;
    std::string shortly;
    std::string code;
    std::vector<WellFrame> frames = {};
    Curve backlog = {}; // ms over s
    Curve updates = {};
    Curve rate = {};

    /// The frame that is being made; none before the first one.
    [[nodiscard]] const WellFrame* frameAt(double now) const {
        const auto after = std::ranges::upper_bound(frames, now, {}, &WellFrame::at);
        return after == frames.begin() ? nullptr : &*std::prev(after);
    }
    /// What is on the screen: the last frame that is finished.
    [[nodiscard]] const WellFrame* shownAt(double now) const {
        const auto after = std::ranges::upper_bound(frames, now, {}, &WellFrame::end);
        return after == frames.begin() ? nullptr : &*std::prev(after);
    }
    /// m that the last single update of more than a step carried the runner; 0: there was none.
    [[nodiscard]] double lastLeap(double now) const {
        double leap = 0;
        for (std::size_t i = 1; i < frames.size() && frames[i].end() <= now; ++i) {
            const double step = frames[i].game - frames[i - 1].game;
            if (frames[i].updates == 1 && step > 0.02)
                leap = kRunnerSpeed * 1e9 * step;
        }
        return leap;
    }
};

std::string rateText(const std::optional<double>& rate) {
    return rate ? said::plain(*rate, *rate < 1 ? 2 : 1) : "no";
}

/// The plain loop alone, then its two remedies beside it: a strip with the runner, a verdict, panels.
class WellScene final : public Scene {
public:
    WellScene(const LabResult& result, const ParameterValues& knobs) : Scene("well", result, knobs) {
        const std::vector<Row> frames = rowsOf(result, "frames");
        double backlog = 0;
        double updates = 0;
        for (WellWay& way : m_ways) {
            for (const Row& frame : frames) {
                if (frame.word("panel") != way.id)
                    continue;
                const double at = frame["at_s"];
                way.frames.push_back({at, frame["frame_ms"] / 1e3, frame["game_s"], frame["player_m"],
                                      static_cast<int>(frame["updates"])});
                way.backlog.push_back({at, frame["backlog_ms"]});
                way.updates.push_back({at, frame["updates"]});
                way.rate.push_back({at, frame["rate_hz"]});
                backlog = std::max(backlog, way.backlog.back().y);
                updates = std::max(updates, way.updates.back().y);
            }
        }
        // Beside a loop that is lost, the others would be flat. So higher values stand at the edge.
        m_mostBacklog = std::clamp(fromZero(backlog * 1.05).high, 200.0, 2000.0);
        m_mostUpdates = std::clamp(fromZero(updates * 1.05).high, 10.0, 120.0);
        const Row gate = rowOf(result, "gate");
        m_near = gate["near_m"];
        m_far = gate["far_m"];
        m_threshold = knobs["form"] == 0 ? 1e4 : knobs["threshold"] / 1e6;
    }

    double duration() const override { return 2 * kWindow; }
    std::pair<int, int> leastSize(bool large) const override {
        return large ? std::pair(980, 560) : std::pair(620, 366);
    }
    std::vector<double> stops() const override {
        std::vector<double> stops = everySecond();
        for (const WellWay& way : m_ways) { // the moment in which the runner is at the gate, or past it
            const auto past = std::ranges::find_if(
                way.frames, [this](const WellFrame& frame) { return frame.place >= m_near; });
            if (past != way.frames.end() && past->end() < kWindow)
                stops.push_back(past->end() + (&way == &m_ways[0] ? 0 : kWindow));
        }
        return inOrder(std::move(stops));
    }
    std::vector<Readout> readouts(double moment) const override {
        const double now = clockAt(moment);
        std::vector<Readout> list{{decimalText(now, 2) + " s", "real time", "Of the lab's own clock."}};
        if (isAlone(moment)) {
            const WellWay& plainLoop = m_ways[0];
            const double backlog = valueAt(plainLoop.backlog, now).value_or(0);
            list.push_back({said::timeText(backlog), "backlog",
                            "Game time that has passed and is not simulated yet; less is better.",
                            backlog > kBehind});
            const auto rate = valueAt(plainLoop.rate, now);
            list.push_back(
                {rateText(rate), "frames a second", "60 is what the screen can show.", rate && *rate < 30});
            return list;
        }
        for (const WellWay& way : m_ways) {
            const WellFrame* frame = way.frameAt(now);
            const double game = frame == nullptr ? 0 : frame->game;
            const double real = frame == nullptr ? 0 : frame->at;
            list.push_back({decimalText(game, 2) + " s",
                            said::say("game of %1 s, %2", {decimalText(real, 2), way.shortly}),
                            "Game time that has been simulated, of the real time until then. The nearer the "
                            "better.",
                            real - game > 0.5});
        }
        return list;
    }

private:
    /// First the plain loop alone, then its remedies beside it, from the start.
    static bool isAlone(double moment) { return moment <= kWindow; }
    /// s of the loops' own clock.
    static double clockAt(double moment) { return isAlone(moment) ? moment : moment - kWindow; }

    bool holds(double place) const { return place >= m_near && place <= m_far; }

    std::string verdict(const WellWay& way, double now) const {
        const WellFrame* frame = way.frameAt(now);
        const WellFrame* shown = way.shownAt(now);
        if (frame == nullptr || shown == nullptr)
            return "The first frame is being made.";
        const bool nothing = &way == &m_ways[0];
        const bool slow = &way == &m_ways[1];
        const bool behind = way.backlog[static_cast<std::size_t>(frame - way.frames.data())].y > kBehind;
        const double slower = 1 - frame->game / std::max(frame->at, 1e-9);
        const double leap = way.lastLeap(now);
        const std::string keepsUp =
            m_knobs["cost"] > kGrows ? "In time so far, but the backlog grows." : "It keeps up.";
        std::string text;
        if (nothing)
            text = behind ? said::say("Falls behind: you see the game %1 late.",
                                      {timeInWords((now - shown->at) * 1e9)})
                          : keepsUp;
        else if (slow && slower > 0.005)
            text = said::say("It survives, %1 % slow.", {said::plain(100 * slower, 1)});
        else if (!slow && leap > 0)
            text = said::say("In time, but by leaps of %1 m.", {said::plain(leap, 2)});
        else if (behind)
            text = "No remedy yet: it falls behind.";
        else
            text = keepsUp;
        if (holds(shown->place))
            text += " The gate stopped the runner.";
        else if (shown->place > m_far)
            text += " The runner is past the shut gate!";
        return text;
    }

    void draw(Stage& stage) const override {
        const Letters& type = stage.letters;
        const Box all = stage.view.area();
        const double now = clockAt(stage.view.now);
        if (!stage.view.answered || isAlone(stage.view.now)) {
            stage.part(m_ways[0].part, all);
            drawLoop(stage, m_ways[0], all, now, true);
            return;
        }
        const double gap = type.gap * 4;
        const double width = (all.width() - 2 * gap) / 3;
        // A line of code is shown where all three fit, so that none is cut off.
        const bool roomy =
            all.height() > type.line * 34 && std::ranges::all_of(m_ways, [&](const WellWay& way) {
                return stage.widthOf(way.code, stage.figure()) <= width;
            });
        for (std::size_t i = 0; i < m_ways.size(); ++i) {
            const double left = all.left + static_cast<double>(i) * (width + gap);
            const Box area{left, all.top, left + width, all.bottom};
            stage.part(m_ways[i].part, area);
            drawLoop(stage, m_ways[i], area, now, roomy);
        }
    }

    void drawLoop(Stage& stage, const WellWay& way, const Box& area, double now, bool roomy) const {
        const View& view = stage.view;
        const Letters& type = stage.letters;
        const bool alone = !view.answered || isAlone(view.now);
        const Box head = area.head(type.line * (roomy ? 2.4 : 1.3));
        const Box strip = boxAt(area.left, head.bottom + type.gap, area.width(),
                                std::clamp(area.height() * 0.14, 46.0, 150.0));
        const Box words = boxAt(area.left, strip.bottom + type.gap, area.width(),
                                type.line * (alone   ? 1.3
                                             : roomy ? 3.1
                                                     : 2.1));
        stage.write(head.head(type.line * 1.3),
                    alone ? "The plain loop: it catches up, whatever that costs" : way.name, stage.title());
        if (roomy)
            stage.writeWithin({head.left, head.bottom - type.line, head.right, head.bottom}, way.code,
                              stage.figure(Ink::Muted));
        stage.hint(
            strip,
            said::say("One figure for each picture that was drawn in the last %1 s; the strong one is on the "
                      "screen. The runner does 5 m a second of game time and looks for the gate after each "
                      "update.",
                      {said::plain(kTrail, 1)}));
        drawStrip(stage, way, strip, now, alone);
        stage.wrap(words,
                   view.answered ? verdict(way, now)
                                 : "One figure for each picture drawn; the strong one is on the screen now.",
                   stage.note(view.answered ? Ink::Text : Ink::Muted));
        drawPanels(stage, way, {area.left, words.bottom + type.gap, area.right, area.bottom}, now, alone);
    }

    /// Alone the plain loop has a third panel; side by side two each are enough to compare.
    void drawPanels(Stage& stage, const WellWay& way, const Box& area, double now, bool alone) const {
        const bool answered = stage.view.answered;
        const std::size_t rows = alone ? 3 : 2;
        const double foot = stage.letters.line * 1.2;
        const Box plots = area.inset(0, 0, 0, foot);
        const bool nothing = &way == &m_ways[0];
        const auto add = [&](std::size_t index, std::string_view part, const std::string& title,
                             const std::string& says, const Curve& curve, double most) {
            const bool last = index + 1 == rows;
            const auto value = answered ? valueAt(curve, now) : std::nullopt;
            Panel panel(stage, plots.row(index, rows).inset(0, 0, 0, last ? -foot : 0),
                        {.part = part,
                         .title = title,
                         .value = !value ? ""
                                  : last ? said::say("%1 at %2 s", {rateText(value), said::plain(now, 1)})
                                         : said::plain(*value, 0),
                         .says = says,
                         .x = {0, kWindow},
                         .y = {0, most},
                         .xLabels = last,
                         .xTicks = numberLabels(" s"),
                         .left = stage.widthOf("2000") + 2 * stage.letters.gap});
            if (answered)
                panel.curve(curve, {{Ink::First, stage.letters.pen, {}}, true, true}, now);
            return panel;
        };
        const auto mark = [&](Panel& panel, const Curve& curve) {
            if (!answered)
                return;
            panel.cursor(now);
            if (const auto value = valueAt(curve, now))
                panel.dot({now, *value}, Ink::First);
        };
        if (answered) {
            Panel backlog =
                add(0, nothing ? "backlog" : "threshold", "Backlog, ms",
                    "Time that has passed and is not yet simulated when the frame begins; less is better.",
                    way.backlog, m_mostBacklog);
            if (!nothing)
                drawThreshold(backlog, m_mostBacklog);
            mark(backlog, way.backlog);
        } else {
            drawUpdate(stage, plots.row(0, rows));
        }
        if (alone) {
            Panel updates = add(1, "updates", "Updates in a frame",
                                said::say("How often the frame calls update(); each call costs %1 ms.",
                                          {said::plain(m_knobs["cost"] / 1e6, 1)}),
                                way.updates, answered ? m_mostUpdates : 60);
            mark(updates, way.updates);
        }
        Panel rate =
            add(rows - 1, nothing ? "rate" : "", alone ? "Frames a second, over 6 s" : "Frames a second",
                "1 / frame time; 60 is what the screen can show.", way.rate, 60);
        if (nothing)
            rate.guessUp();
        mark(rate, way.rate);
        if (nothing && answered && now > kAskedAt) { // the moment that the guess is about
            const double asked = valueAt(way.rate, kAskedAt).value_or(0);
            rate.dot({kAskedAt, asked}, Ink::Good);
            rate.name({kAskedAt, asked}, kAboveLeft,
                      said::say("after %1 s: %2", {said::plain(kAskedAt, 0), rateText(asked)}), Ink::Good);
        }
    }

    /// Before the guess: what one update costs beside what it simulates.
    void drawUpdate(Stage& stage, const Box& area) const {
        const double step = 1e3 / 60;
        const double cost = m_knobs["cost"] / 1e6;
        const std::string good = said::say("an update simulates %1 ms", {said::plain(step, 1)});
        const std::string costs = said::say("and costs %1", {timeInWords(cost * 1e6)});
        Panel panel(stage, area,
                    {.title = "One update: what it simulates, and what it costs",
                     .says = "What costs more than it simulates leaves more to catch up each time.",
                     .x = {0, std::max(2 * step, cost) * 1.02},
                     .xLabels = false,
                     .xTicks = fixedTicks({}),
                     .rows = true,
                     .left = std::max(stage.widthOf(good), stage.widthOf(costs)) + 4 * stage.letters.gap});
        const auto bar = [&](std::size_t row, const std::string& says, double ms, const AreaLook& look) {
            panel.nameRow(panel.row(row, 2), says);
            panel.bar(panel.row(row, 2), ms, look, area.height());
        };
        bar(0, good, step, {Ink::Good});
        bar(1, costs, cost, cost > step ? AreaLook{Ink::Late, Hatch::RisingLines} : AreaLook{Ink::First});
    }

    void drawThreshold(Panel& panel, double most) const {
        const Box& plot = panel.plot();
        if (m_threshold > most) {
            panel.nameAt({plot.right, plot.top}, kBelowLeft,
                         said::say("threshold %1 s: far above ↑", {said::plain(m_threshold / 1e3, 1)}),
                         Ink::Late);
            return;
        }
        panel.limit(m_threshold, Ink::Text);
        panel.nameAt({plot.right, panel.y(m_threshold)}, kAboveLeft,
                     said::say("threshold %1", {said::plain(m_threshold, 0)}), Ink::Muted);
    }

    /// The runner and the gate: one figure for each picture drawn of late, the strong one is on the screen.
    void drawStrip(Stage& stage, const WellWay& way, const Box& strip, double now, bool alone) const {
        const View& view = stage.view;
        const double line = stage.letters.line;
        const double seen = alone ? 3 * kMetresSeen : kMetresSeen;
        const WellFrame* shown = view.answered ? way.shownAt(now) : nullptr;
        const double place = shown == nullptr ? 0 : shown->place;
        // The camera follows until the gate is in the picture.
        const double left = !view.answered ? -0.28 * seen
                                           : std::max(std::min(place - seen * 0.72, m_near - seen * 0.5),
                                                      place - seen * 0.92);
        const double metre = strip.width() / seen;
        const double ground = strip.bottom - 5;
        const auto x = [&](double at) { return strip.left + (at - left) * metre; };
        stage.wash(strip, Ink::First, 0.07);
        stage.line({strip.left, ground}, {strip.right, ground}, {Ink::Border, 1, {}});
        for (double at = std::ceil(left); at < left + seen; ++at)
            stage.line({x(at), ground}, {x(at), strip.bottom - 1}, {Ink::Border, 1, {}});
        const double tall = std::min(strip.height() - line - 10, 44.0 * stage.letters.tall);
        if (view.answered)
            drawGate(stage, strip, {x(m_near), strip.top + line, x(m_far), ground},
                     m_near - left - seen * 0.72);
        else
            stage.write(strip.head(line + 2).inset(0, 2, 4), "a shut gate ahead →",
                        stage.note(Ink::Muted, Anchor::End));
        if (shown == nullptr) {
            drawRunner(stage, {{x(0), ground}, tall, 0, Ink::Text, 1, true});
            return;
        }
        const auto runnerOf = [&](const WellFrame& frame) {
            const double at = holds(frame.place) ? m_near - 0.25 : frame.place;
            return Runner{{x(at), ground}, tall, frame.place / 1.6, Ink::First};
        };
        for (const WellFrame* frame = way.frames.data(); frame <= shown; ++frame) {
            const double age = shown->end() - frame->end();
            const bool waits = frame != shown && holds(frame->place) && holds(shown->place);
            if (frame->place < left || (age > kTrail && frame != shown) || waits)
                continue;
            Runner runner = runnerOf(*frame);
            if (frame != way.frames.data() && frame->place > m_far && std::prev(frame)->place < m_near)
                drawLeap(stage, strip, runnerOf(*std::prev(frame)).feet, runner.feet, tall);
            if (frame == shown) {
                runner.ink = Ink::Text;
                runner.stands = holds(frame->place);
            } else {
                runner.opacity = 0.5 - 0.07 * std::floor(5 * age / kTrail);
            }
            const Box body = boundsOf(runner);
            if (frame != shown && view.calm)
                stage.wash(boxAt(runner.feet.x - 1, ground - 4, 2, 4), Ink::First);
            else if (frame == shown || (body.left >= strip.left && body.right <= strip.right))
                drawRunner(stage, runner);
        }
    }

    void drawGate(Stage& stage, const Box& strip, const Box& gate, double metres) const {
        const Box head = strip.head(stage.letters.line).inset(2, 1, 2);
        const Box seen = gate.within(strip);
        if (gate.left > strip.right - 2)
            stage.write(head.inset(0, 0, 2), said::say("gate in %1 m →", {said::plain(metres, 0)}),
                        stage.note(Ink::Muted, Anchor::End));
        if (seen.width() < 2)
            return;
        stage.box(seen, {Ink::Late, Hatch::RisingLines});
        const double wide = stage.widthOf("gate, shut");
        const double left = std::clamp(gate.middle().x - wide / 2, head.left, head.right - wide);
        stage.write({left, head.top, left + wide, head.bottom}, "gate, shut", stage.note(Ink::Muted));
    }

    /// A bow from head to head, over the gate.
    static void drawLeap(Stage& stage, const Box& strip, const Point& from, const Point& to, double tall) {
        std::vector<Point> bow;
        constexpr int kPieces = 24;
        for (int i = 0; i <= kPieces; ++i) {
            const double share = static_cast<double>(i) / kPieces;
            const double x = from.x + share * (to.x - from.x);
            if (x >= strip.left && x <= strip.right)
                bow.push_back({x, std::max(from.y - tall * (0.8 + 1.8 * share * (1 - share)),
                                           strip.top + stage.letters.line + 2)});
        }
        stage.curve(std::move(bow), {Ink::Late, stage.letters.pen, kDashed});
    }

    std::string before() const override {
        return said::say("The plain loop, with a runner before a shut gate. An update simulates 16.7 ms and "
                         "costs %1. The charts of updates in a frame and frames a second over 6 s are empty.",
                         {timeInWords(m_knobs["cost"])});
    }

    std::string told(double moment) const override {
        const double now = clockAt(moment);
        std::string text = said::say("After %1 s: ", {said::plain(now, 2)});
        const std::span<const WellWay> ways(m_ways);
        for (const WellWay& way : ways.first(isAlone(moment) ? 1 : ways.size()))
            text += said::say("%1: %2 frames a second. %3 ",
                              {way.name, rateText(valueAt(way.rate, now)), verdict(way, now)});
        return text;
    }

    std::array<WellWay, 3> m_ways{
        {{"whole-refreshes", "plain", "No remedy", "no remedy", "while (backlog ≥ step) update(step);"},
         {"slow-motion", "slow", "Slow motion", "slow motion",
          "if (backlog > threshold) 2 × update(threshold / 2);"},
         {"one-big-step", "big", "One big step", "big step", "if (backlog > threshold) update(backlog);"}}};
    double m_near = 0; // m, of the gate
    double m_far = 0;
    double m_threshold = 0; // ms
    double m_mostBacklog = 1000;
    double m_mostUpdates = 60;
};

void sketchWell(Canvas& canvas, const Box& area) {
    drawAxes(canvas, area);
    const auto at = sharesOf(area);
    std::vector<Point> well;
    std::vector<Point> teeth;
    for (int i = 0; i <= 40; ++i) {
        const double x = i / 40.0;
        if (x <= 0.56)
            well.push_back(at(x, 0.08 + 0.88 * portable::pow(x / 0.56, 3.4)));
        teeth.push_back(at(x, 0.06 + 0.14 * std::fmod(x * 6, 1.0)));
    }
    canvas.curve(std::move(well), {Ink::Late, 1.6, {}});
    canvas.curve(std::move(teeth), {Ink::Good, 1.6, {}});
    canvas.curve({at(0, 0.06), at(0.14, 0.27), at(1, 0.27)}, {Ink::Second, 1.6, kDashed});
    canvas.name(area, at(0.46, 0.72), kLeft, "no remedy", Ink::Muted);
    canvas.name(area, at(1, 0.3), kAboveLeft, "slow motion", Ink::Muted);
    canvas.name(area, at(1, 0.1), kLeft, "one big step", Ink::Muted);
}

} // namespace

Entry wellScene() {
    return entryOf<WellScene>("well", sketchWell);
}

} // namespace jitterscope::scene
