// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <array>

namespace jitterscope::scene {
namespace {

constexpr double kMostLate = 1; // % of the frames of a loop that is in time, as in the lab's advice

/// A loop. A figure that a measurement lacks is absent.
struct Loop {
    std::string name;
    std::optional<double> cpu; // % of a core
    std::optional<double> watts;
    std::optional<double> mean; // ms
    std::optional<double> least;
    std::optional<double> most;
    std::optional<double> late; // % of the frames

    [[nodiscard]] bool melts() const { return cpu && *cpu > 50; }
};

struct Timer {
    std::string name;
    std::optional<double> granted; // ms
    std::optional<double> observed;
};

/// Processor and frame time of each loop, a row each; below them what a finer timer grants.
class MeltingScene final : public Scene {
public:
    MeltingScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("melting", result, knobs), m_period(1e3 / knobs["rate"]) {
        for (const Row& row : rowsOf(result, "loops")) {
            m_loops.push_back({row.word("loop"), row.number("cpu_percent"), row.number("watts"),
                               row.number("mean_ms"), row.number("min_ms"), row.number("max_ms"),
                               row.number("late_percent")});
            m_longest = std::max(m_longest, m_loops.back().mean.value_or(0));
        }
        for (const Row& row : rowsOf(result, "timers"))
            m_timers.push_back({row.word("timer"), row.number("tick_ms"), row.number("observed_ms")});
    }

    double duration() const override { return static_cast<double>(m_loops.size()) + 1; }
    std::vector<double> stops() const override { return everySecond(); }
    std::vector<Readout> readouts(double now) const override {
        std::vector<Readout> list;
        for (std::size_t i = m_loops.size() > 4 ? m_loops.size() - 4 : 0; i < m_loops.size(); ++i) {
            const bool known = grown(now, i) >= 1 && m_loops[i].cpu;
            list.push_back({known ? said::percent(*m_loops[i].cpu) : said::absent(), m_loops[i].name,
                            "Processor that this loop takes, of one core; less is better.",
                            known && m_loops[i].melts()});
        }
        return list;
    }

private:
    /// How much of the loop's row is shown by now, 0 … 1.
    static double grown(double now, std::size_t index) {
        return std::clamp(now - static_cast<double>(index), 0.0, 1.0);
    }
    bool over(double now) const { return now >= duration() - 1e-9; }
    /// The rows' names: what was run, or before it what can be chosen.
    template <typename Row>
    std::vector<std::string> names(const View& view, const std::vector<Row>& rows,
                                   std::string_view knob) const {
        if (!view.answered)
            return choicesOf(knob);
        std::vector<std::string> names;
        for (const Row& row : rows)
            names.push_back(row.name);
        return names;
    }

    void draw(Stage& stage) const override {
        const Box all = stage.view.area();
        double left = 0;
        for (const std::string_view knob : {"loop", "timer"}) {
            for (const std::string& name : choicesOf(knob))
                left = std::max(left, stage.widthOf(name) + 3 * stage.letters.gap);
        }
        drawLoops(stage, all.part(0, 0.62, 0, 0.58), left);
        drawTimes(stage, all.part(0.65, 1, 0, 0.58));
        drawTimers(stage, all.part(0.61, 1), left);
    }

    void drawLoops(Stage& stage, const Box& area, double left) const {
        const View& view = stage.view;
        Panel panel(stage, area,
                    {.title = "Processor, % of a core",
                     .says = "How much of one core each loop takes; less is better. Bold: the loop that the "
                             "guess is about.",
                     .x = {predict().minimum, predict().maximum},
                     .xTicks = numberLabels(" %"),
                     .rows = true,
                     .left = left});
        const std::vector<std::string> rows = names(view, m_loops, "loop");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Box row = panel.row(i, rows.size());
            partOfLoop(stage, i, panel.wholeRow(i, rows.size()));
            panel.nameRow(row, rows[i], static_cast<int>(i) == m_knobs.whole("loop"));
            const double grow = view.answered ? grown(view.now, i) : 0;
            if (grow <= 0)
                continue;
            const Loop& loop = m_loops[i];
            const double y = row.middle().y;
            if (!loop.cpu) {
                panel.nameAt({row.left, y}, kRight, "not known here", Ink::Muted);
                continue;
            }
            const double cpu = predict().minimum + (*loop.cpu - predict().minimum) * grow;
            panel.bar(row, cpu, loop.melts() ? AreaLook{Ink::Late, Hatch::RisingLines} : AreaLook{Ink::First},
                      stage.letters.line * 1.8);
            std::string text = said::percent(*loop.cpu * grow);
            if (loop.watts && grow >= 1)
                text += said::say(", %1 W", {said::plain(*loop.watts, 1)});
            stage.name(row, {panel.x(cpu), y}, kRight, text, Ink::Text); // in its row
        }
        panel.guessAlong();
    }

    static void partOfLoop(Stage& stage, std::size_t loop, const Box& row) {
        stage.part("loop-" + std::to_string(loop), row);
        if (loop == 2 || loop == 3)
            stage.part("naps", row);
    }

    void drawTimes(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        Panel panel(stage, area,
                    {.title = "Frame time, ms",
                     .says =
                         "Dot: mean frame time. Line: shortest to longest. Dashed: what is wanted. Green: at "
                         "most 1 % of the frames are late.",
                     .x = {0, view.answered ? std::max(2 * m_period, m_longest * 1.2) : 2 * m_period},
                     .rows = true});
        panel.upright(m_period, {Ink::Text, 1, "4 2"});
        const std::size_t rows = choicesOf("loop").size();
        for (std::size_t i = 0; !view.answered && i < rows; ++i) { // how they wait is what is asked
            const double work = m_knobs["work"] / 100 * m_period;
            panel.bar(panel.row(i, rows), work, {Ink::First}, stage.letters.line);
            panel.nameAt({panel.x(work), panel.row(i, rows).middle().y}, kRight, "work, then wait",
                         Ink::Muted);
        }
        for (std::size_t i = 0; view.answered && i < m_loops.size(); ++i) {
            const Loop& loop = m_loops[i];
            if (i == 0) // its sentence is about its frames
                stage.part("loop-0", panel.wholeRow(i, m_loops.size()));
            if (grown(view.now, i) < 1 || !loop.mean)
                continue;
            const double y = panel.row(i, m_loops.size()).middle().y;
            const Ink ink = loop.late.value_or(100) > kMostLate ? Ink::Late : Ink::Good;
            const double most = loop.most.value_or(*loop.mean);
            stage.line({panel.x(loop.least.value_or(*loop.mean)), y}, {panel.x(most), y},
                       {ink, stage.letters.pen, {}});
            stage.dot({panel.x(*loop.mean), y}, stage.letters.pen * 3, ink);
            panel.nameAt({panel.x(std::max(most, *loop.mean)) + 4, y}, kRight, said::plain(*loop.mean, 2),
                         ink);
        }
        panel.nameAt({panel.x(m_period), panel.plot().bottom}, kAboveRight,
                     said::say("wanted %1", {said::plain(m_period, 2)}), Ink::Muted);
    }

    void drawTimers(Stage& stage, const Box& area, double left) const {
        const View& view = stage.view;
        std::vector<LabelledTick> ticks;
        for (const double at : {0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0})
            ticks.push_back({at, said::plain(at, 1) + " ms"});
        Panel panel(
            stage, area,
            {.part = "timers",
             .title = "A sleep of 1 ms: the tick that each timer grants, and what the sleep takes",
             .says =
                 "What a sleep of 1 ms really takes with each timer; nearer to the dashed line is better. "
                 "Logarithmic.",
             .x = {0.5, 50},
             .logX = true,
             .xTicks = fixedTicks(std::move(ticks)),
             .rows = true,
             .left = left});
        const bool shown = view.answered && over(view.now);
        panel.upright(1, {Ink::Text, 1, "4 2"});
        const std::vector<std::string> rows = names(view, m_timers, "timer");
        for (std::size_t i = 0; i < rows.size(); ++i) {
            panel.nameRow(panel.row(i, rows.size()), rows[i]);
            if (shown)
                drawTimer(stage, panel, panel.row(i, rows.size()), m_timers[i]);
        }
        if (!shown)
            panel.nameAt({panel.x(1), panel.plot().middle().y}, kRight, "1 ms asked for", Ink::Muted);
    }

    void drawTimer(Stage& stage, Panel& panel, const Box& row, const Timer& timer) const {
        const double wide = stage.letters.pen * 1.5;
        const double y = row.middle().y;
        double right = panel.x(1);
        std::string text;
        if (timer.observed) {
            right = panel.x(*timer.observed);
            stage.line({panel.x(1), y}, {right, y}, {Ink::First, wide, {}});
            stage.dot({right, y}, stage.letters.pen * 3, Ink::First);
            text = "takes " + said::timeText(*timer.observed);
        }
        if (timer.granted) {
            const double x = panel.x(*timer.granted);
            stage.line({x, y - row.height() * 0.35}, {x, y + row.height() * 0.35}, {Ink::Second, wide, {}});
            right = std::max(right, x);
            text += ", tick of " + said::timeText(*timer.granted);
        } else if (timer.observed) {
            text += ", no tick";
        }
        const bool fits = right + stage.widthOf(text) + 10 < panel.plot().right;
        panel.nameAt({(fits ? right : panel.x(1)) + 4, y}, kRight, text, Ink::Text);
    }

    std::string before() const override {
        return said::say("Five loops that want frames of %1 ms: %2.",
                         {said::plain(m_period, 2), said::joined(choicesOf("loop"))});
    }

    std::string told(double now) const override {
        std::string text;
        for (std::size_t i = 0; i < m_loops.size(); ++i) {
            const Loop& loop = m_loops[i];
            if (grown(now, i) >= 1)
                text += said::say("%1: %2 of a core, frames of %3 ms. ",
                                  {loop.name, loop.cpu ? said::percent(*loop.cpu) : "unknown share",
                                   loop.mean ? said::plain(*loop.mean, 2) : said::absent()});
            else if (grown(now, i) > 0)
                text += loop.name + " runs. ";
        }
        for (const Timer& timer : over(now) ? m_timers : std::vector<Timer>())
            text +=
                said::say("%1: a sleep of 1 ms takes %2. ",
                          {timer.name, timer.observed ? said::timeText(*timer.observed) : said::absent()});
        return text.empty() ? "The loops are about to run." : text;
    }

    std::vector<Loop> m_loops;
    std::vector<Timer> m_timers;
    double m_period = 1; // ms
    double m_longest = 1;
};

void sketchMelting(Canvas& canvas, const Box& area) {
    struct Bar {
        std::string_view name;
        double length;
        AreaLook look;
        std::string_view text;
    };
    const std::array<Bar, 4> bars{{{"spin", 0.42, {Ink::Late, Hatch::RisingLines}, "all of a core"},
                                   {"1 ms sleeps", 0.085, {Ink::First}, "on time"},
                                   {"one sleep", 0.01, {Ink::Muted}, "late"},
                                   {"sleep most", 0.03, {Ink::Good}, "on time"}}};
    const double left = area.left + area.width() * 0.32;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const Box row = area.row(i, bars.size());
        const Box box{left, row.top + row.height() * 0.2, left + area.width() * bars[i].length,
                      row.bottom - row.height() * 0.2};
        canvas.box(box, bars[i].look);
        canvas.write({row.left, row.top, left - 8, row.bottom}, bars[i].name,
                     canvas.note(Ink::Muted, Anchor::End));
        canvas.write({box.right + 7, row.top, row.right, row.bottom}, bars[i].text, canvas.note(Ink::Muted));
    }
}

} // namespace

Entry meltingScene() {
    return entryOf<MeltingScene>("melting", sketchMelting);
}

} // namespace jitterscope::scene
