// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {
namespace {

constexpr double kMostX = 10;
constexpr Range kOversleeps{10, 1e5}; // µs

struct Column {
    double from = 0; // µs
    double to = 0;
    double share = 0; // %
};

/// A margin and what it gives.
struct Bought {
    double x = 0;
    double margin = 0; // µs
    double late = 0;   // %
    double cpu = 0;
};

Bought boughtIn(const Row& row) {
    return {row["x"], row["margin_us"], row["late_percent"], row["cpu_percent"]};
}

std::string microseconds(double us) {
    return said::duration(us * 1e3);
}

/// Late waits and processor over X at the left; the sleeps and the promise at the right.
class XScene final : public Scene {
public:
    XScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("x", result, knobs),
          m_late(curveOf(result, "late")),
          m_bound(curveOf(result, "cantelli")),
          m_cpu(curveOf(result, "cpu")) {
        for (const Row& row : rowsOf(result, "oversleeps")) {
            m_columns.push_back({row["from_us"], row["to_us"], row["share_percent"]});
            m_mostShare = std::max(m_mostShare, m_columns.back().share);
        }
        const Row yours = rowOf(result, "yours");
        m_mine = boughtIn(yours);
        m_mean = yours["mean_us"];
        m_stddev = yours["stddev_us"];
        m_byX = boughtIn(rowOf(result, "promise", 0));
        m_byQuantile = boughtIn(rowOf(result, "promise", 1));
        for (const Point& point : m_cpu)
            m_mostCpu = std::max(m_mostCpu, point.y);
        m_mostX = std::max(std::ceil(knobs["x"]), kMostX);
    }

    double duration() const override { return 4; }
    std::vector<double> stops() const override { return {1, 2, 3, 4}; }
    std::vector<Readout> readouts(double now) const override {
        const auto from = [now](double stage, const std::string& text) {
            return now >= stage ? text : said::absent();
        };
        return {{microseconds(m_mine.margin), "margin",
                 "mean + X · σ: how long before its time the thread wakes. Shorter is cheaper."},
                {from(1, said::percent(m_mine.late)), "late",
                 "Waits that end late with your X; less is better.", m_mine.late > m_knobs["promise"]},
                {from(3, said::percent(m_mine.cpu)), "spun", "Of a core, with your X; less is better."},
                {from(4, said::percent(m_byQuantile.cpu)), "by quantile",
                 "What keeping the promise costs with the quantile as margin."}};
    }

private:
    std::string yourX() const { return said::plain(m_knobs["x"], 2); }
    std::string promised() const { return said::plain(m_knobs["promise"], 2) + " %"; }

    void draw(Stage& stage) const override {
        const Box all = stage.view.area();
        const double gap = stage.letters.gap * 5;
        const double left = (all.width() - gap) * 0.54;
        const Box curves{all.left, all.top, all.left + left, all.bottom};
        const Box sleeps{curves.right + gap, all.top, all.right, all.bottom};
        stage.part("promise", sleeps.part(0.61, 1));
        for (const Box& bought : {curves.part(0, 0.6), curves.part(0.61, 1)})
            stage.part("bought", bought);
        drawSleeps(stage, sleeps.part(0, 0.6));
        drawLate(stage, curves.part(0, 0.6));
        drawCpu(stage, curves.part(0.61, 1));
        drawPromise(stage, sleeps.part(0.61, 1));
    }

    void drawSleeps(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        Panel panel(stage, area,
                    {.part = "sleeps",
                     .title = "How late the sleeps wake, share of them",
                     .says =
                         "Each column: how many sleeps wake so late. Hatched: later than the margin, so the "
                         "wait ends late.",
                     .x = kOversleeps,
                     .y = {0, view.answered ? m_mostShare * 1.15 : 100},
                     .logX = true,
                     .xTicks = decadeTimeLabels(1e3),
                     .rows = true});
        if (!view.answered) {
            panel.tell(
                said::say("Margin = mean + X · σ with X = %1. How many wake later than that?", {yourX()}));
            return;
        }
        for (const Column& column : m_columns) {
            if (column.share <= 0)
                continue;
            const bool late = column.from >= m_mine.margin;
            const double foot = panel.plot().bottom;
            const Box box{panel.x(column.from) + 1, std::min(panel.y(column.share), foot - 1.5),
                          panel.x(column.to), foot};
            stage.box(box, late ? AreaLook{Ink::Late, Hatch::RisingLines} : AreaLook{Ink::First});
            panel.keepClear(box);
        }
        drawMargins(stage, panel);
    }

    void drawMargins(Stage& stage, Panel& panel) const {
        struct Margin {
            double us;
            std::string text;
            Ink ink;
            std::string dashes;
        };
        std::vector<Margin> margins{{m_mine.margin,
                                     said::say("mean + %1 σ = %2", {yourX(), microseconds(m_mine.margin)}),
                                     Ink::Text,
                                     {}}};
        if (stage.view.now >= 4) {
            margins.push_back(
                {m_byQuantile.margin, "quantile " + microseconds(m_byQuantile.margin), Ink::Good, kDashed});
            margins.push_back({m_byX.margin,
                               said::say("%1 σ: %2", {said::plain(m_byX.x, 2), microseconds(m_byX.margin)}),
                               Ink::Second, kDashDotted});
        }
        for (const Margin& each : margins)
            panel.upright(each.us, {each.ink, stage.letters.pen, each.dashes});
        // On the side on which no other line comes between a name and its own line; else beyond all lines,
        // with a line that leads there.
        const double last = panel.x(std::ranges::max_element(margins, {}, &Margin::us)->us);
        double y = panel.plot().top + stage.letters.line * 0.7;
        for (const Margin& each : margins) {
            const double at = panel.x(each.us);
            const double wide = stage.widthOf(each.text) + 2 * stage.letters.gap;
            const auto free = [&](double from, double to) {
                return from >= panel.plot().left && to <= panel.plot().right &&
                       std::ranges::none_of(margins, [&](const Margin& other) {
                           return &other != &each && panel.x(other.us) > from && panel.x(other.us) < to;
                       });
            };
            const bool right = free(at, at + wide);
            const bool left = !right && free(at - wide, at);
            if (!right && !left && last > at)
                stage.line({at, y}, {last, y}, {each.ink, 1, {}});
            panel.nameAt({right || left ? at : last, y}, left ? kLeft : kRight, each.text, each.ink);
            y += stage.letters.line * 1.4;
        }
    }

    /// A panel of curves over X, with the learner's own X.
    Panel overX(Stage& stage, const Box& area, PanelSpec spec) const {
        spec.x = {0, m_mostX};
        spec.yTicks = numberLabels(" %");
        spec.left = stage.widthOf("100 %") + 2 * stage.letters.gap;
        Panel panel(stage, area, std::move(spec));
        panel.upright(shownX(), {Ink::Muted, 1, {}});
        return panel;
    }
    double shownX() const { return m_knobs["x"]; }

    void drawLate(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        Panel panel =
            overX(stage, area,
                  {.part = "late",
                   .title = "Waits that end late",
                   .says = "Share of the waits that end late with each X; less is better. Dashed: "
                           "Cantelli's bound, which holds for any distribution with this mean and σ.",
                   .y = {0, 100},
                   .xLabels = false});
        const double until = view.answered ? std::clamp(view.now - 1, 0.0, 1.0) * m_mostX : 0;
        if (until > 0) {
            panel.curve(m_bound, {{Ink::Muted, stage.letters.pen, kDashed}}, until);
            panel.curve(m_late, {{Ink::Late, stage.letters.pen, {}}}, until);
        }
        panel.nameAt({panel.x(shownX()), panel.plot().top + stage.letters.line}, kRight,
                     "your X = " + yourX(), Ink::Muted);
        if (view.answered && view.now >= 1) {
            panel.dot({shownX(), m_mine.late}, Ink::Late);
            panel.name({shownX(), m_mine.late}, kAboveRight, said::percent(m_mine.late) + " late", Ink::Late);
        }
        if (until >= m_mostX) {
            constexpr double kNamed = 1.3; // X at which the bound bears its name
            panel.name({kNamed, 100 / (1 + kNamed * kNamed)}, kRight,
                       "Cantelli's bound, for any sleeps: 1 / (1 + X²)", Ink::Muted);
        }
        panel.guessUp();
    }

    void drawCpu(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        Panel panel = overX(stage, area,
                            {.part = "cpu",
                             .title = "Processor spent on spinning, of a core",
                             .says = "What is spun away because the thread wakes early; less is better.",
                             .y = view.answered ? fromZero(m_mostCpu * 1.05) : Range{0, 20},
                             .xTitle = "X: how many σ of caution"});
        const double until = std::clamp(view.now - 2, 0.0, 1.0) * m_mostX;
        if (!view.answered || until <= 0)
            return;
        panel.curve(m_cpu, {{Ink::First, stage.letters.pen, {}}, false, true}, until);
        if (until < shownX())
            return;
        panel.dot({shownX(), m_mine.cpu}, Ink::First);
        panel.name({shownX(), m_mine.cpu}, kAboveLeft, said::percent(m_mine.cpu), Ink::First);
    }

    void drawPromise(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const Letters& type = stage.letters;
        stage.hint(area, "The same promise kept in two ways; the shorter bar costs less. The first holds for "
                         "sleeps of any kind, the second for these alone.");
        stage.writeWithin(area.head(type.line * 1.3), "To promise at most " + promised() + " late",
                          stage.note());
        if (!view.answered || view.now < 4) {
            stage.wrap(area.inset(0, type.line * 1.8),
                       view.answered
                           ? "The two ways to keep such a promise come last."
                           : said::say("There are two ways to keep such a promise. One takes an X that is "
                                       "large enough for sleeps of any kind. The other looks at these "
                                       "sleeps, and takes the lateness that only %1 of them exceed.",
                                       {promised()}),
                       stage.note(Ink::Muted));
            return;
        }
        const double most = std::max({m_byX.cpu, m_byQuantile.cpu, 0.001});
        double y = area.top + type.line * 1.7;
        const double high = std::max(std::min((area.bottom - y) / 2 - type.line * 1.3, type.line * 1.6), 4.0);
        const auto bar = [&](const Bought& bought, const std::string& text, const AreaLook& look) {
            stage.writeWithin(boxAt(area.left, y, area.width(), type.line), text, stage.note(Ink::Muted));
            y += type.line;
            const std::string cpu = said::percent(bought.cpu) + " of a core";
            const double room = area.width() - stage.widthOf(cpu) - 2 * type.gap;
            const Box box = boxAt(area.left, y, std::max(room * bought.cpu / most, 2.0), high);
            stage.box(box, look);
            stage.write({box.right + type.gap, box.top, area.right, box.bottom}, cpu, stage.note());
            y += high + type.gap;
        };
        bar(m_byX,
            said::say("X = %1, for sleeps of any kind: margin %2",
                      {said::plain(m_byX.x, 2), microseconds(m_byX.margin)}),
            {Ink::Second, Hatch::RisingLines});
        bar(m_byQuantile, "quantile, or fitted X: margin " + microseconds(m_byQuantile.margin), {Ink::Good});
    }

    std::string before() const override {
        return said::say("Two empty charts against X from 0 to %1: late waits and processor.",
                         {said::plain(m_mostX, 0)});
    }

    std::string told(double now) const override {
        std::string text =
            said::say("The sleeps wake late by %1 on average, σ is %2; the margin with X = %3 is %4. ",
                      {microseconds(m_mean), microseconds(m_stddev), yourX(), microseconds(m_mine.margin)});
        if (now >= 1)
            text += said::percent(m_mine.late) + " of the waits end late. ";
        if (now >= 2)
            text += "The late share falls with X and stays below Cantelli's bound 1 / (1 + X²). ";
        if (now >= 3)
            text += said::say("Spinning costs %1 of a core and grows with X. ", {said::percent(m_mine.cpu)});
        if (now >= 4)
            text += said::say(
                "To promise %1, an X for sleeps of any kind costs %2, the quantile of these sleeps %3.",
                {promised(), said::percent(m_byX.cpu), said::percent(m_byQuantile.cpu)});
        return text;
    }

    std::vector<Column> m_columns;
    Bought m_mine;
    Bought m_byX;
    Bought m_byQuantile;
    double m_mean = 0;
    double m_stddev = 0;
    double m_mostShare = 1;
    double m_mostCpu = 1;
    double m_mostX = 10;
    Curve m_late;
    Curve m_bound;
    Curve m_cpu;
};

void sketchX(Canvas& canvas, const Box& area) {
    drawAxes(canvas, area);
    const auto at = sharesOf(area);
    const auto curve = [&](const StrokeLook& look, auto&& y) {
        std::vector<Point> line;
        for (int i = 0; i <= 40; ++i)
            line.push_back(at(i / 40.0, y(i / 40.0)));
        canvas.curve(std::move(line), look);
    };
    curve({Ink::Muted, 1.4, kDashed}, [](double x) { return 0.1 + 0.8 / (1 + 22 * x * x); });
    curve({Ink::Late, 1.6, {}}, [](double x) { return 0.05 + 0.85 * portable::exp(-x * 5); });
    curve({Ink::First, 1.6, {}}, [](double x) { return 0.1 + 0.85 * x; });
    canvas.name(area, at(0.24, 0.7), kRight, "late, at worst", Ink::Muted);
    canvas.name(area, at(0.1, 0.24), kBelowRight, "late", Ink::Muted);
    canvas.name(area, at(0.89, 0.68), kBelowLeft, "CPU", Ink::Muted);
}

} // namespace

Entry xScene() {
    return entryOf<XScene>("x", sketchX);
}

} // namespace jitterscope::scene
