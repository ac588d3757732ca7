// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {
namespace {

constexpr double kFramesFrom = 2; // s of lab time: clocks, their cost, then the loop
constexpr double kFramesTake = 4;
constexpr double kFrames = 60;
constexpr Range kTrueTime{120, 230}; // ms
constexpr Range kCosts{1, 1e12};     // ns; the right is for the names of the bars
constexpr double kWanted = 1e3 / 60; // ms
constexpr double kTooLong = 18;      // ms
constexpr double kFarOff = 1.5;      // times what is wanted
constexpr double kStepsSeen = 1e6;   // ns: smaller steps are a line
constexpr double kCoarse = 1e7;      // ns: larger ones stand apart from the others

struct Clock {
    std::string name;
    std::optional<double> granularity; // ns
    std::optional<double> cost;        // ns
    std::optional<double> longest;     // ms
    bool wall = false;
    StrokeLook look = {};
    Curve frames = {}; // ms over number
    Curve shows = {};  // ms over true ms
};

/// The staircase that a clock shows.
Curve stairs(double granularityMs, double stepAt, double step) {
    Curve points;
    const double pitch = std::max(granularityMs, 0.25);
    for (double at = std::floor(kTrueTime.low / pitch) * pitch; at <= kTrueTime.high; at += pitch) {
        const double from = std::max(at, kTrueTime.low);
        if (step != 0 && stepAt > from && stepAt < at + pitch) {
            points.push_back({from, at});
            points.push_back({stepAt, at + step});
        } else {
            points.push_back({from, at + (from >= stepAt ? step : 0)});
        }
    }
    return points;
}

/// A lower corner of a staircase, in the middle of the picture: below it nothing else is drawn.
Point cornerOf(const Curve& stairs) {
    const double middle = (kTrueTime.low + kTrueTime.high) / 2;
    const auto next = std::ranges::upper_bound(stairs, middle, {}, &Point::x);
    return next == stairs.begin() || next == stairs.end() ? stairs.back()
                                                          : Point{next->x, std::prev(next)->y};
}

std::string known(const std::optional<double>& ns) {
    return ns ? said::duration(*ns) : said::absent();
}

/// What each clock shows, what it costs to ask it, and what a loop makes of it.
class ClocksScene final : public Scene {
public:
    ClocksScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("clocks", result, knobs), m_step(knobs["step"] / 1e6) {
        const Row step = rowOf(result, "step");
        m_stepAt = step.number("at_ms").value_or(1e3 / 6 + 8);
        m_stepFrame = step.number("frame").value_or(10);
        for (const Row& row : rowsOf(result, "clocks")) {
            Clock clock{
                row.word("clock"),        row.number("granularity_ns"),     row.number("cost_ns"),
                row.number("longest_ms"), row["set_with_time_of_day"] != 0, seriesLook(m_clocks.size(), 1)};
            clock.frames = curveOf(result, clock.name);
            if (clock.granularity)
                clock.shows = stairs(*clock.granularity / 1e6, m_stepAt, clock.wall ? m_step : 0);
            m_clocks.push_back(std::move(clock));
        }
        if (m_clocks.empty())
            m_clocks.push_back({});
    }

    double duration() const override { return kFramesFrom + kFramesTake; }
    std::vector<double> stops() const override {
        return {1,
                2,
                kFramesFrom + kFramesTake * 9 / (kFrames - 1),
                kFramesFrom + kFramesTake * (m_stepFrame + 0.01) / (kFrames - 1),
                4,
                5,
                duration()};
    }
    std::vector<Readout> readouts(double now) const override {
        const double frame = frameAt(now);
        const bool runs = now >= kFramesFrom;
        const double length = valueAt(mine().frames, frame).value_or(0);
        double longest = 0;
        for (const Point& point : mine().frames)
            longest = point.x <= frame ? std::max(longest, point.y) : longest;
        return {{runs ? said::timeText(length) : said::absent(), "this frame",
                 said::say("Of the loop on the clock %1; 16.67 ms is wanted.", {mine().name}),
                 length > kTooLong},
                {runs ? said::timeText(longest) : said::absent(), "longest so far",
                 "The nearer to 16.67 ms the better.", longest > kTooLong},
                {now >= 1 ? known(mine().granularity) : said::absent(), "changes every",
                 "The smallest step between two readings; less is better."},
                {now >= 2 ? known(mine().cost) : said::absent(), "a reading",
                 "What it costs to look at the clock; less is better."}};
    }

private:
    double frameAt(double now) const {
        return std::clamp((now - kFramesFrom) / kFramesTake, 0.0, 1.0) * (kFrames - 1);
    }
    /// The clock that the guess is about.
    const Clock& mine() const { return m_clocks[std::min(chosen(m_knobs, "clock"), m_clocks.size() - 1)]; }
    /// Whether its loop stays in time, and it is not the clock of the guess.
    bool isOneOfMany(const Clock& clock) const {
        return !clock.longest || (*clock.longest < kTooLong && &clock != &mine());
    }
    StrokeLook lookOf(const Clock& clock, const Letters& type, double stronger) const {
        StrokeLook look = clock.look;
        look.width = &clock == &mine() ? type.pen * stronger : type.pen;
        return look;
    }

    void draw(Stage& stage) const override {
        const Box all = stage.view.area();
        drawShows(stage, all.part(0, 0.47, 0, 0.47));
        drawCosts(stage, all.part(0.5, 1, 0, 0.47));
        drawLoops(stage, all.part(0.49, 1));
    }

    void drawShows(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        Panel panel(
            stage, area,
            {.part = "shows",
             .title = m_result.measured ? "What each clock would show, simulated, ms"
                                        : "What each clock shows, ms",
             .says = "What the clock reads, against true time. A true clock is the diagonal; a coarse one "
                     "a staircase; one that is set leaves the picture.",
             .x = kTrueTime,
             .y = kTrueTime,
             .xTitle = "true time, ms"});
        const Box& plot = panel.plot();
        if (!view.answered) {
            stage.line({plot.left, plot.bottom}, {plot.right, plot.top}, {Ink::Muted, 1, "4 2"});
            panel.tell(
                m_step == 0
                    ? "A true clock is the diagonal."
                    : said::say("A true clock is the diagonal. In the eleventh frame somebody sets the "
                                "time of day by %1.",
                                {timeInWords(m_step * 1e6)}),
                plot.width() * 0.4);
            return;
        }
        const double until = kTrueTime.low + std::min(view.now, 1.0) * (kTrueTime.high - kTrueTime.low);
        for (const Clock& clock : m_clocks) {
            const StrokeLook look = lookOf(clock, stage.letters, 1.5);
            // A clock that was set leaves the picture; it does not stand still at its edge.
            const double end = clock.wall && m_step != 0 ? std::min(until, m_stepAt) : until;
            panel.curve(clock.shows, {look, clock.granularity.value_or(1) > 1e5}, end);
            if (end < until)
                stage.line({panel.x(end), panel.y(end)}, {panel.x(end), m_step < 0 ? plot.bottom : plot.top},
                           look);
        }
        for (const Clock& clock : m_clocks) {
            if (clock.shows.empty() || until < kTrueTime.high)
                continue;
            const double line = stage.letters.line;
            if (clock.wall && m_step != 0)
                panel.nameAt({panel.x(m_stepAt), m_step < 0 ? plot.bottom - line : plot.top + line}, kRight,
                             said::say("%1: set by %2 %3",
                                       {clock.name, timeInWords(m_step * 1e6), m_step < 0 ? "↓" : "↑"}),
                             clock.look.ink);
            else if (*clock.granularity > kCoarse)
                panel.name(cornerOf(clock.shows), kBelowRight, clock.name, clock.look.ink);
            else if (*clock.granularity > kStepsSeen)
                panel.name({kTrueTime.low + 0.6 * (kTrueTime.high - kTrueTime.low),
                            kTrueTime.low + 0.6 * (kTrueTime.high - kTrueTime.low)},
                           kAboveLeft, clock.name, clock.look.ink);
        }
    }

    void drawCosts(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        Panel panel(stage, area,
                    {.part = "costs",
                     .title = "Dot: what a reading costs. Bar: the clock's steps",
                     .says =
                         "Bar: the smallest step between two readings. Dot: what a reading costs. Less is "
                         "better; logarithmic.",
                     .x = kCosts,
                     .logX = true,
                     .xTicks = decadeTimeLabels(1),
                     .rows = true,
                     .left = stage.widthOf("performance-counter") + 2 * stage.letters.gap});
        if (!view.answered) {
            panel.tell("A row for each clock: how coarse it is, and how long it takes to ask it.");
            return;
        }
        for (std::size_t i = 0; i < m_clocks.size(); ++i) {
            const Clock& clock = m_clocks[i];
            const Box row = panel.row(i, m_clocks.size());
            const Point cost{panel.x(clock.cost.value_or(1)), row.middle().y};
            panel.nameRow(row, clock.name, &clock == &mine());
            if (view.now < 2)
                continue;
            if (clock.granularity) {
                const Box bar = row.part(0.25, 0.75);
                const double right = std::max(panel.x(*clock.granularity), row.left + 2);
                stage.box({bar.left, bar.top, right, bar.bottom}, {clock.look.ink}, 0.3);
                panel.keepClear({cost.x - 5, cost.y - 5, cost.x + 5, cost.y + 5});
                stage.name(row, {std::max(right, cost.x + 5), cost.y}, kRight,
                           "steps of " + timeInWords(*clock.granularity), Ink::Text);
            }
            if (clock.cost)
                stage.dot(cost, stage.letters.pen * 2, Ink::Text);
        }
    }

    void drawLoops(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        Panel panel(
            stage, area,
            {.part = "loops",
             .title = m_result.measured ? "Frame times of a loop at 60 Hz, simulated with these clocks"
                                        : "Frame times of a loop at 60 Hz, on each clock",
             .says = "How long each frame took in truth. Logarithmic: each grid line is ten times the one "
                     "below.",
             .x = {0, kFrames},
             .y = {predict().minimum, predict().maximum},
             .logY = true,
             .xTitle = "frame",
             .yTicks = decadeTimeLabels(1e6)});
        panel.limit(kWanted, Ink::Text);
        panel.nameAt({panel.plot().right, panel.y(kWanted)}, kBelowLeft, "wanted 16.7 ms", Ink::Muted);
        if (!view.answered && m_step != 0) {
            constexpr double kSetIn = 10; // number of the eleventh frame
            panel.upright(kSetIn + 0.5, {Ink::Muted, 1, kDotted});
            panel.nameAt({panel.x(kSetIn + 0.5), panel.plot().bottom - stage.letters.line}, kRight,
                         said::say("the time of day is set by %1 here", {timeInWords(m_step * 1e6)}),
                         Ink::Muted);
        }
        if (view.answered && view.now >= kFramesFrom)
            drawFrames(stage, panel, frameAt(view.now));
        panel.guessUp();
    }

    void drawFrames(const Stage& stage, Panel& panel, double frame) const {
        for (const Clock& clock : m_clocks)
            panel.curve(clock.frames, {lookOf(clock, stage.letters, 1.6), true}, frame + 0.999);
        panel.upright(m_stepFrame + 0.5, {Ink::Muted, 1, kDotted});
        std::vector<std::string> inTime;
        for (const Clock& clock : m_clocks) {
            if (clock.frames.empty())
                continue;
            if (isOneOfMany(clock)) {
                if (clock.longest)
                    inTime.push_back(clock.name);
                continue;
            }
            const Point& peak = *std::ranges::max_element(clock.frames, {}, &Point::y);
            // Beside its peak; of a level line, on the side where it lies from what is wanted.
            const bool level = std::ranges::min(clock.frames, {}, &Point::y).y > 0.5 * peak.y;
            const Side side = !level ? kRight : peak.y > kFarOff * kWanted ? kAboveRight : kBelowRight;
            if (peak.x <= frame)
                panel.name({peak.x + 1, peak.y}, side, clock.name + ": " + said::timeText(peak.y),
                           clock.look.ink);
        }
        if (!inTime.empty())
            panel.name({frame * 0.6, kWanted}, kBelowRight, "in time: " + said::joined(inTime), Ink::Text);
        if (frame >= m_stepFrame && m_step != 0)
            panel.nameAt({panel.x(m_stepFrame + 0.5), panel.plot().bottom - stage.letters.line}, kRight,
                         "time of day set here", Ink::Muted);
    }

    std::string before() const override {
        return said::say(
            "Three empty charts: what each clock shows, what a reading costs, and the frame times of a "
            "loop at 60 Hz while the time of day is set by %1.",
            {timeInWords(m_knobs["step"])});
    }

    std::string told(double now) const override {
        std::string text;
        for (const Clock& clock : m_clocks) {
            if (now >= 2 || (&clock == &mine() && now >= 1))
                text += said::say("%1 changes every %2, a reading takes %3. ",
                                  {clock.name, known(clock.granularity), known(clock.cost)});
        }
        if (now > kFramesFrom)
            text += said::say("Frame %1 on %2 takes %3. ",
                              {said::plain(std::floor(frameAt(now)) + 1, 0), mine().name,
                               said::timeText(valueAt(mine().frames, frameAt(now)).value_or(0))});
        if (now >= duration() && mine().longest)
            text += said::say("The longest frame took %1.", {said::timeText(*mine().longest)});
        return text.empty() ? "The clocks are about to start." : text;
    }

    std::vector<Clock> m_clocks;
    double m_step = 0;       // ms by which the time of day is set
    double m_stepAt = 0;     // ms of true time
    double m_stepFrame = 10; // number of the frame
};

void sketchClocks(Canvas& canvas, const Box& area) {
    drawAxes(canvas, area);
    const auto at = sharesOf(area);
    const double line = canvas.letters.line;
    std::vector<Point> staircase;
    for (int i = 0; i < 9; ++i) {
        staircase.push_back(at(i / 9.0, 0.04 + 0.86 * i / 9));
        staircase.push_back(at((i + 1) / 9.0, 0.04 + 0.86 * i / 9));
    }
    canvas.curve(std::move(staircase), {Ink::Muted, 1.2, {}});
    canvas.line(at(0, 0.04), at(1, 0.9), {Ink::First, 1.6, {}});
    canvas.curve({at(0, 0.08), at(0.48, 0.49), at(0.48, 0.22), at(1, 0.66)}, {Ink::Late, 1.6, kDashed});
    const auto write = [&](const Point& corner, std::string_view words) {
        canvas.write(boxAt(corner.x, corner.y, 150, line), words, canvas.note(Ink::Muted));
    };
    write(at(0.45, 0.98), "monotonic");
    write(at(0.5, 0.17), "someone set the clock");
}

} // namespace

Entry clocksScene() {
    return entryOf<ClocksScene>("clocks", sketchClocks);
}

} // namespace jitterscope::scene
