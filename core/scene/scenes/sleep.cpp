// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/picture/ticks.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <array>

namespace jitterscope::scene {
namespace {

constexpr double kPerDecade = 10; // columns of the distribution
constexpr double kAsked = 0.3;    // of the timeline's width, which is not to scale

/// What a late sleep spends its time on.
struct Cost {
    std::string_view column;
    std::string_view part; // of the picture
    std::string name;
    std::string why;
    AreaLook look;
    double us = 0; // of the sleep that is shown
};

std::string ofMicroseconds(double us) {
    return said::duration(us * 1e3);
}

/// One sleep in slow motion with its costs, then how late many of them end.
class SleepScene final : public Scene {
public:
    SleepScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("sleep", result, knobs), m_asked(knobs["asked"] / 1e3), m_mean(result.answer) {
        const Row first = rowOf(result, "timeline");
        double known = 0;
        for (Cost& cost : m_costs) {
            cost.us = std::max(first[cost.column], 0.0);
            known += cost.us;
        }
        m_took = std::max(first.number("took_us").value_or(m_asked + known), 0.001);
        m_costs.back().us = late() - known > 0.05 ? late() - known : 0;
        if (result.measured) { // from outside the two ends of the way cannot be told apart
            m_costs[2].name = "wake-up";
            m_costs[2].why = "The way from the timer to the thread: interrupt, idle exit, switch.";
        }
        for (const Point& point : curveOf(result, "late", 100'000))
            m_late.push_back(point.y);
    }

    double duration() const override { return 1.5 * m_took / 1e6; }
    double pace() const override { return niceStep(duration() / 4); }
    std::vector<double> stops() const override {
        double at = m_asked;
        std::vector<double> stops{at / 1e6, m_took / 1e6, duration()};
        for (const Cost& cost : m_costs)
            stops.push_back((at += cost.us) / 1e6);
        return inOrder(std::move(stops));
    }
    std::vector<Readout> readouts(double now) const override {
        const double us = spent(now);
        const bool awake = us >= m_took;
        const bool due = us > m_asked;
        return {{ofMicroseconds(us), "since it fell asleep", "Of the one sleep in the timeline."},
                {due ? ofMicroseconds(us - m_asked) : "not due", "late",
                 "Beyond what was asked; less is better.", due},
                {awake ? "awake"
                 : due ? "overdue"
                       : "asleep",
                 "the thread", "What the sleeping thread does now.", due && !awake},
                {counted(now) >= 1 ? ofMicroseconds(m_mean) : said::absent(), "mean of all",
                 "How late all sleeps end on average; less is better."}};
    }

private:
    double late() const { return m_took - m_asked; }
    /// µs since the sleep began.
    double spent(double now) const { return std::min(now * 1e6, m_took); }
    /// Share of the many sleeps that are counted by now.
    double counted(double now) const {
        return now >= duration() ? 1 : std::clamp((now * 1e6 - m_took) / (0.5 * m_took), 0.0, 1.0);
    }
    std::size_t manyAt(double now) const {
        return static_cast<std::size_t>(static_cast<double>(m_late.size()) * counted(now));
    }

    void draw(Stage& stage) const override {
        const Letters& type = stage.letters;
        const Box all = stage.view.area();
        const Box timeline = all.head(std::clamp(all.height() * 0.48, type.line * 12.6, type.line * 13.4));
        drawTimeline(stage, timeline);
        drawMany(stage, {all.left, timeline.bottom + type.gap * 2, all.right, all.bottom});
    }

    void drawTimeline(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const double line = stage.letters.line;
        const double pen = stage.letters.pen;
        std::string says = "What one sleep spends its time on, in order:";
        for (const Cost& cost : m_costs)
            says += "\n" + cost.name +
                    (view.answered && cost.us > 0 ? ", " + ofMicroseconds(cost.us) : std::string()) + ": " +
                    cost.why;
        stage.hint(area, says);
        stage.writeWithin(
            area.head(line * 1.3),
            view.answered
                ? said::say("The first of %1 sleeps, in slow motion; what was asked for is drawn shorter",
                            {said::count(static_cast<std::int64_t>(m_late.size()))})
                : "One sleep: when does it end?",
            stage.note());
        const Box bar = boxAt(area.left, area.top + line * 3.6, area.width() - stage.letters.gap,
                              std::min(line * 2.6, area.height() * 0.3));
        const double due = bar.left + kAsked * bar.width();
        const Box reasons{bar.left, bar.bottom + line * 1.7, bar.right, area.bottom};
        stage.part("timeline", {area.left, area.top, area.right, bar.bottom + line * 1.5});
        stage.part("reasons", reasons);
        const double spentUs = view.answered ? spent(view.now) : 0;
        // µs beyond what was asked.
        const Scale beyond = Scale::linear(0, std::max(late(), 1e-3) * 1.12, due, bar.right);
        drawAsked(stage, {bar.left, bar.top, due, bar.bottom}, spentUs);
        stage.line({due, bar.bottom}, {bar.right, bar.bottom}, {Ink::Border, 1, kDotted});
        stage.line({due, bar.top - line}, {due, bar.bottom + line}, {Ink::Text, pen, kDashed});
        const Box above = bar.head(line).moved(0, -line * 2.1);
        stage.write({due, above.top, due, above.bottom}, "due", stage.note(Ink::Text, Anchor::Middle));
        drawReasons(stage, reasons, spentUs);
        if (!view.answered) {
            stage.write(bar.inset(due - bar.left + stage.letters.gap * 3, 0), "awake here? or here? …",
                        stage.note(Ink::Muted));
            return;
        }
        drawCosts(stage, bar, beyond, spentUs);
        if (spentUs < m_took)
            return;
        const double awake = beyond.at(late());
        stage.line({awake, bar.top - line}, {awake, bar.bottom}, {Ink::Late, pen * 1.4, {}});
        const std::string text = said::say("awake, %1 late", {ofMicroseconds(late())});
        const double wide = stage.widthOf(text);
        stage.write(boxAt(std::min(awake - wide / 2, bar.right - wide), above.top, wide, line), text,
                    stage.note(Ink::Late));
    }

    /// What was asked for, shortened: a break says so.
    void drawAsked(Stage& stage, const Box& asked, double spentUs) const {
        const double slept = m_asked > 0 ? std::min(spentUs / m_asked, 1.0) : 0;
        const StrokeLook edge{Ink::First, 1, {}};
        if (slept > 0)
            stage.wash(asked.part(0, slept, 0, 1), Ink::First, 0.35);
        stage.edge(asked, edge);
        stage.write(asked, "asked: " + timeInWords(m_asked * 1e3), stage.note(Ink::Text, Anchor::Middle));
        const double foot = asked.bottom + 3;
        const double head = asked.top - 3;
        const std::array<Point, 4> gap{{{asked.right - 14, foot},
                                        {asked.right - 8, head},
                                        {asked.right - 4, head},
                                        {asked.right - 10, foot}}};
        stage.picture.fill({Outline{{gap.begin(), gap.end()}, true}}, Ink::Card);
        stage.line(gap[0], gap[1], edge);
        stage.line(gap[2], gap[3], edge);
    }

    void drawCosts(Stage& stage, const Box& bar, const Scale& beyond, double spentUs) const {
        const double line = stage.letters.line;
        const Box around = bar.inset(0, -line * 2.6, 0, -line * 2.4);
        stage.keepClear(bar);
        double at = m_asked;
        for (const Cost& cost : m_costs) {
            const double shown = std::min(cost.us, spentUs - at);
            if (cost.us > 0 && shown > 0) {
                const double left = beyond.at(at - m_asked);
                const Box box{left, bar.top, std::max(beyond.at(at + shown - m_asked), left + 1), bar.bottom};
                stage.box(box, cost.look);
                stage.part(cost.part, box);
                stage.name(around, {box.middle().x, bar.bottom}, kBelow,
                           cost.name + " " + ofMicroseconds(cost.us), cost.look.ink);
            }
            at += cost.us;
        }
    }

    /// Who takes the time: a line for each, as the legend.
    void drawReasons(Stage& stage, const Box& area, double spentUs) const {
        const Letters& type = stage.letters;
        const double name = stage.widthOf("not told apart") + 2 * type.gap;
        const double side = type.line * 0.7;
        Box line = area.head(type.line);
        double begins = m_asked;
        for (const Cost& cost : m_costs) {
            const bool known = spentUs > begins && cost.us > 0;
            begins += cost.us;
            if ((&cost == &m_costs.back() && !known) || line.bottom > area.bottom)
                continue;
            stage.part(cost.part, line);
            stage.box(boxAt(line.left, line.top + type.line * 0.15, side * 1.6, side), cost.look);
            const Box words = line.inset(side * 1.6 + type.gap * 2, 0);
            const TextLook look = stage.note(known ? Ink::Text : Ink::Muted);
            stage.write(words, cost.name, look);
            stage.writeWithin(words.inset(name, 0), cost.why, look);
            line = line.moved(0, type.line * 1.1);
        }
    }

    void drawMany(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const std::size_t many = view.answered ? manyAt(view.now) : 0;
        Panel panel(
            stage, area,
            {.part = "many",
             .title = "How late many such sleeps end",
             .value = view.answered ? said::count(static_cast<std::int64_t>(many)) + " sleeps" : "",
             .says = "How many of the sleeps end so late, in % of them. The axis is logarithmic: each grid "
                     "line is ten times the one before.",
             .x = {predict().minimum, predict().maximum},
             .y = {0, 100},
             .logX = true,
             .xTitle = "late by, each step ten times the one before",
             .xTicks = decadeTimeLabels(1e3),
             .yTicks = [](Range range, int most) { return numberLabels(" %")(range, std::min(most, 4)); }});
        if (many > 0)
            drawDistribution(stage, panel, many);
        if (many > 0 && many == m_late.size()) {
            panel.upright(m_mean, {Ink::First, stage.letters.pen, {}});
            panel.nameAt({panel.x(m_mean), panel.plot().top + stage.letters.line * 2}, kRight,
                         "mean " + ofMicroseconds(m_mean), Ink::First);
        }
        panel.guessAlong();
    }

    void drawDistribution(Stage& stage, const Panel& panel, std::size_t many) const {
        const double least = predict().minimum;
        std::vector<double> columns(
            static_cast<std::size_t>(portable::log10(predict().maximum / least) * kPerDecade), 0);
        for (std::size_t i = 0; i < many; ++i) {
            const double at = portable::log10(std::max(m_late[i], least) / least) * kPerDecade;
            columns[std::min(static_cast<std::size_t>(at), columns.size() - 1)] +=
                100.0 / static_cast<double>(many);
        }
        const double foot = panel.plot().bottom;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double from = least * portable::pow(10, static_cast<double>(i) / kPerDecade);
            const double to = least * portable::pow(10, (static_cast<double>(i) + 1) / kPerDecade);
            if (columns[i] > 0)
                stage.wash({panel.x(from) + 1, std::min(panel.y(columns[i]), foot - 1.5), panel.x(to), foot},
                           Ink::First, 0.55);
        }
    }

    std::string before() const override {
        return said::say("A sleep of %1 with its due time, and an empty scale from 1 µs to 100 ms.",
                         {timeInWords(m_asked * 1e3)});
    }

    std::string told(double now) const override {
        const double us = spent(now);
        if (us < m_asked)
            return said::say("The thread sleeps; %1 of %2 have passed.",
                             {ofMicroseconds(us), ofMicroseconds(m_asked)});
        std::vector<std::string> parts;
        double at = m_asked;
        for (const Cost& cost : m_costs) {
            if (cost.us > 0 && us > at)
                parts.push_back(cost.name + " " + ofMicroseconds(std::min(cost.us, us - at)));
            at += cost.us;
        }
        std::string text = said::say("The sleep of %1 is over its time by %2: %3. ",
                                     {ofMicroseconds(m_asked), ofMicroseconds(us - m_asked),
                                      parts.empty() ? "nothing" : said::joined(parts)});
        if (counted(now) >= 1)
            text +=
                said::say("%1 such sleeps are late by %2 on average.",
                          {said::count(static_cast<std::int64_t>(m_late.size())), ofMicroseconds(m_mean)});
        return text;
    }

    std::array<Cost, 5> m_costs{
        {{"tick_us",
          "tick",
          "tick",
          "A timer fires at the next tick only.",
          {Ink::Muted, Hatch::VerticalLines}},
         {"slack_us",
          "slack",
          "slack",
          "The kernel waits on purpose, to wake for several timers at once.",
          {Ink::Second, Hatch::RisingLines}},
         {"exit_us", "exit", "idle exit", "The processor itself has to wake up.", {Ink::Violet, Hatch::Grid}},
         {"queue_us",
          "queue",
          "run queue",
          "Another thread has the processor.",
          {Ink::Late, Hatch::FallingLines}},
         {"",
          "unknown",
          "not told apart",
          "What is seen from outside: it was this much later.",
          {Ink::First, Hatch::HorizontalLines}}}};
    double m_asked = 0; // µs
    double m_took = 1;
    double m_mean = 0;
    std::vector<double> m_late; // µs, of all sleeps, in their order
};

void sketchSleep(Canvas& canvas, const Box& area) {
    const double line = canvas.letters.line;
    const double middle = area.middle().y;
    const Box bar{area.left, middle - area.height() * 0.12, area.left + area.width() * 0.92,
                  middle + area.height() * 0.14};
    const auto name = [&](double share, double top, std::string_view words) {
        const double x = bar.left + share * bar.width();
        canvas.write({x, top, x, top + line}, words, canvas.note(Ink::Muted, Anchor::Middle));
    };
    const Box asked = bar.part(0, 0.44, 0, 1);
    canvas.box(asked, {Ink::First});
    canvas.write(asked, "asked: 1 ms", canvas.note(Ink::Text, Anchor::Middle));
    struct Piece {
        std::string_view name;
        double from, to;
        AreaLook look;
        bool above;
    };
    const std::array<Piece, 4> pieces{{{"slack", 0.45, 0.63, {Ink::Second, Hatch::RisingLines}, false},
                                       {"tick", 0.64, 0.7, {Ink::Muted, Hatch::VerticalLines}, true},
                                       {"idle exit", 0.71, 0.83, {Ink::Violet, Hatch::Grid}, false},
                                       {"queue", 0.84, 0.99, {Ink::Late, Hatch::FallingLines}, true}}};
    for (const Piece& piece : pieces) {
        canvas.box(bar.part(piece.from, piece.to, 0, 1), piece.look, 0.5);
        name((piece.from + piece.to) / 2, piece.above ? bar.top - line - 1 : bar.bottom + 1, piece.name);
    }
    const double due = bar.left + 0.445 * bar.width();
    canvas.line({due, bar.top - line}, {due, bar.bottom + line * 0.7}, {Ink::Text, 1.4, kDashed});
    canvas.line({bar.right, bar.top - line * 0.6}, {bar.right, bar.bottom + 4}, {Ink::Late, 2, {}});
    name(0.445, bar.top - line * 2, "due");
    name(0.97, bar.top - line * 2, "awake");
}

} // namespace

Entry sleepScene() {
    return entryOf<SleepScene>("sleep", sketchSleep);
}

} // namespace jitterscope::scene
