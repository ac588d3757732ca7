// SPDX-License-Identifier: MIT
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/picture/ticks.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {
namespace {

/// Enough digits of ms to compute along.
std::string digits(double ms) {
    constexpr int kDigits = 3;
    return said::plain(ms, kDigits);
}

/// What the code does next, and what it knows then. Times in ms.
struct Decision {
    int wait = 0;
    double left = 0;
    double samples = 1;
    double mean = 0;
    double stddev = 0;
    double estimate = 0;
    double took = 0;
    double spun = 0; // % so far
    bool sleeps = false;
    bool late = false;
    int naps = 0; // before it

    [[nodiscard]] std::string text() const {
        if (late)
            return said::say("nothing left: the nap ended %1 ms too late", {digits(-left)});
        return said::say(sleeps ? "left %1 ms > estimate %2 ms: nap" : "left %1 ms ≤ estimate %2 ms: spin",
                         {digits(std::max(left, 0.0)), digits(estimate)});
    }
};

/// One wait from above: its naps, the formula with their numbers, the estimate over all naps, what is spun.
class EstimatorScene final : public Scene {
public:
    EstimatorScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("estimator", result, knobs), m_wait(knobs["wait"] / 1e6) {
        for (const Row& row : rowsOf(result, "steps")) {
            const std::string does = row.word("does");
            Decision step{static_cast<int>(row.number("wait").value_or(1)),
                          row["left_ms"],
                          row.number("samples").value_or(m_naps + 1),
                          row["mean_ms"],
                          row["stddev_ms"],
                          row["estimate_ms"],
                          row["took_ms"],
                          row["spun_percent"],
                          does == "sleeps",
                          does == "is late",
                          m_naps};
            m_naps += step.sleeps ? 1 : 0;
            m_most = std::max({m_most, step.estimate, step.sleeps ? step.took : 0});
            m_steps.push_back(step);
        }
        if (m_steps.empty())
            m_steps.push_back({});
    }

    double duration() const override { return static_cast<double>(m_steps.size()); }
    std::vector<double> stops() const override { return everySecond(); }
    std::vector<Readout> readouts(double now) const override {
        const Decision& at = step(now);
        return {
            {said::timeText(std::max(at.left, 0.0)), "left", "Of this wait, when the code decides.", at.late},
            {said::timeText(at.estimate), "estimate",
             "mean + X · σ: with less left it does not dare to sleep. Lower means less spinning."},
            {std::to_string(at.naps), "naps before", "Sleeps of 1 ms before this decision."},
            {said::percent(spun(now)), "spun so far", "Of all waiting; less is better.", spun(now) > 50}};
    }

private:
    /// The step of this second.
    const Decision& step(double now) const {
        const auto index = static_cast<std::size_t>(std::max(now - 1e-9, 0.0));
        return m_steps[std::min(index, m_steps.size() - 1)];
    }
    /// % of the waiting by now.
    double spun(double now) const { return now < 1 ? 0 : step(now).spun; }

    void draw(Stage& stage) const override {
        const Box all = stage.view.area();
        stage.part("wait", all.part(0, 0.22));
        stage.part("formula", all.part(0.24, 0.49));
        drawWait(stage, all.part(0, 0.22));
        drawFormula(stage, all.part(0.24, 0.49));
        drawHistory(stage, all.part(0.5, 0.79));
        Panel gauge =
            Panel::gauge(stage, all.part(0.8, 1), "spun", "Spun so far, share of all waiting",
                         stage.view.answered ? said::percent(spun(stage.view.now)) : "",
                         "Share of the waiting that was spun away on the processor; less is better.");
        if (stage.view.answered)
            gauge.bar(gauge.plot(), spun(stage.view.now), {Ink::Second, Hatch::FallingLines},
                      gauge.plot().height());
        gauge.guessAlong();
    }

    void drawWait(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const double line = stage.letters.line;
        const Decision& now = step(view.now);
        stage.hint(area, "The wait from its start to when it is due: naps filled, spinning hatched. The red "
                         "measure is the estimate: a nap is only taken if it fits before the end.");
        stage.writeWithin(
            area.head(line * 1.3),
            view.answered ? said::say("Wait %1 of %2: %3 to pass",
                                      {std::to_string(now.wait), said::plain(m_knobs["waits"], 0),
                                       timeInWords(m_wait * 1e6)})
                          : said::say("A wait of %1. Sleep once more, or spin?", {timeInWords(m_wait * 1e6)}),
            stage.note());
        const Box bar = boxAt(area.left, area.top + line * 1.6, area.width() - stage.letters.gap,
                              std::max(area.height() - line * 3.6, line * 1.4));
        double most = m_wait;
        for (const Decision& each : view.answered ? m_steps : std::vector<Decision>())
            most = std::max(most, m_wait - each.left + (each.sleeps ? 0 : each.took));
        const Scale scale = Scale::linear(0, most * 1.02, bar.left, bar.right);
        const double due = scale.at(m_wait);
        stage.edge({bar.left, bar.top, due, bar.bottom}, {Ink::Border, 1, {}});
        stage.line({due, bar.top - 3}, {due, bar.bottom + 3}, {Ink::Text, stage.letters.pen, kDashed});
        if (!view.answered) {
            stage.write({bar.left, bar.bottom + 3, due, bar.bottom + 3 + line}, "due",
                        stage.note(Ink::Text, Anchor::End));
            drawFirstChoice(stage, scale, bar);
            return;
        }
        double at = 0;
        for (const Decision& each : m_steps) {
            if (each.wait != now.wait || &each > &now || view.now < 1)
                continue;
            const Box box{scale.at(at), bar.top, std::max(scale.at(at + each.took), scale.at(at) + 1),
                          bar.bottom};
            at += each.took;
            stage.box(box, each.sleeps ? AreaLook{Ink::First} : AreaLook{Ink::Second, Hatch::FallingLines},
                      0.35);
            const std::string text = (each.sleeps ? "nap " : "spin ") + digits(each.took);
            const double wide = stage.widthOf(text) + 4;
            if (wide >= box.width())
                continue;
            if (!each.sleeps)
                stage.wash(boxAt(box.middle().x - wide / 2, box.middle().y - line / 2, wide, line),
                           Ink::Card);
            stage.write(box, text, stage.note(Ink::Text, Anchor::Middle));
        }
        const double passed = m_wait - now.left;
        drawEstimate(stage, bar, scale.at(passed), scale.at(std::max(passed, 0.0) + now.estimate),
                     said::say("estimate %1 ms", {digits(now.estimate)}));
    }

    /// Before the guess: the estimate at first, and the nap that it allows or forbids.
    void drawFirstChoice(Stage& stage, const Scale& scale, const Box& bar) const {
        const double start = m_knobs["start"] / 1e6;
        const double nap = std::min(m_knobs["sleep"] / 1e6, m_wait);
        const bool naps = start < m_wait;
        if (naps)
            stage.box({bar.left, bar.top, std::max(scale.at(nap), bar.left + 1), bar.bottom}, {Ink::First},
                      0.35);
        drawEstimate(stage, bar, bar.left, std::min(scale.at(start), bar.right),
                     said::say(naps ? "estimate at first %1: less than is left, so it naps"
                                    : "estimate at first %1: no nap",
                               {timeInWords(start * 1e6)}));
    }

    /// How far the estimate reaches from where the decision is made, px.
    static void drawEstimate(Stage& stage, const Box& bar, double from, double to, const std::string& text) {
        const double y = bar.bottom + stage.letters.gap * 1.5;
        const StrokeLook look{Ink::Late, stage.letters.pen, {}};
        stage.line({from, y}, {to, y}, look);
        stage.line({from, y - 3}, {from, y + 3}, look);
        stage.line({to, y - 3}, {to, y + 3}, look);
        const double wide = stage.widthOf(text);
        stage.write(boxAt(std::clamp((from + to - wide) / 2, bar.left, bar.right - wide), y + 2, wide,
                          stage.letters.line),
                    text, stage.note(Ink::Late));
    }

    void drawFormula(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        stage.hint(area,
                   "Welford's method with the numbers of the last nap, then the decision that follows. ≈: "
                   "rounded to 0.001 ms to be shown; the code computes with all digits.");
        const double high = std::min(area.height() / 6, stage.letters.figure * 1.35);
        Box line = area.head(high);
        const auto write = [&](const std::string& text, const TextLook& look) {
            stage.writeWithin(line, text, look);
            line = line.moved(0, high);
        };
        if (!view.answered) {
            write("while (left > estimate) { sleep(1 ms); left −= what it took; learn; }",
                  stage.figure(Ink::Muted));
            write("spin the rest;", stage.figure(Ink::Muted));
            write(said::say("A nap of 1 ms takes %1 here; the estimate starts at %2.",
                            {timeInWords(m_knobs["sleep"]), timeInWords(m_knobs["start"])}),
                  stage.note());
            return;
        }
        const Decision& now = step(view.now);
        for (const std::string& text : formula(now))
            write(text, stage.figure());
        if (view.now >= 1)
            write(now.text(), stage.figure(now.sleeps ? Ink::First
                                           : now.late ? Ink::Late
                                                      : Ink::Second,
                                           Anchor::Start, true));
    }

    /// What the last nap has just changed, from the state after it.
    std::vector<std::string> formula(const Decision& now) const {
        const auto shown = [](double value) { return std::round(value * 1e3) / 1e3; };
        const auto inBrackets = [](double value) {
            return value < 0 ? "(" + digits(value) + ")" : digits(value);
        };
        // A reader who computes with the digits that are shown gets this result, or nearly.
        const auto result = [&](double fromShown, double value) {
            return (std::abs(fromShown - shown(value)) < 1e-9 ? "= " : "≈ ") + digits(value);
        };
        const double mean = shown(now.mean);
        const double deviation = shown(now.stddev);
        std::vector<std::string> lines;
        if (now.naps == 0) {
            lines.push_back(
                said::say("n = 1: the start value %1 ms counts as a sample, σ = 0", {digits(now.mean)}));
        } else {
            const Decision& before = *std::ranges::find_if(
                m_steps, [&](const Decision& each) { return each.sleeps && each.naps == now.naps - 1; });
            const double nap = shown(before.took);
            const double meanBefore = shown(before.mean);
            const double delta = nap - meanBefore;
            const bool all = std::abs(now.samples - now.naps - 1) < 0.5; // nothing was forgotten
            lines.push_back(
                said::say("δ = nap − mean = %1 − %2 = %3; n = %4%5",
                          {digits(nap), digits(meanBefore), digits(delta), said::plain(now.samples, 0),
                           all ? ": start value and " + counted(now.naps, "nap") : ""}));
            lines.push_back(
                said::say("mean = %1 + δ / %2 %3", {digits(meanBefore), said::plain(now.samples, 0),
                                                    result(meanBefore + delta / now.samples, now.mean)}));
            const double squares = now.stddev * now.stddev * (now.samples - 1);
            const double squaresBefore = before.stddev * before.stddev * (before.samples - 1);
            if (now.samples > before.samples) // nothing was forgotten
                lines.push_back(said::say("m2 = %1 + δ · (nap − mean) = %1 + %2 · %3 %4",
                                          {digits(squaresBefore), inBrackets(delta), inBrackets(nap - mean),
                                           result(shown(squaresBefore) + delta * (nap - mean), squares)}));
            lines.push_back(said::say("σ = √(m2 / (n − 1)) = √(%1 / %2) %3",
                                      {digits(squares), said::plain(now.samples - 1, 0),
                                       result(std::sqrt(shown(squares) / (now.samples - 1)), now.stddev)}));
        }
        const double x = m_knobs["x"];
        lines.push_back(said::say("estimate = mean + X · σ = %1 + %2 · %3 %4 ms",
                                  {digits(mean), said::plain(x, 2), digits(deviation),
                                   result(mean + x * deviation, now.estimate)}));
        return lines;
    }

    void drawHistory(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const double start = m_knobs["start"] / 1e6;
        const double most = view.answered ? m_most : std::max(m_knobs["start"], m_knobs["sleep"]) / 1e6;
        Panel panel(
            stage, area,
            {.part = "history",
             .title = "Estimate = mean + X · σ (line), and each nap (dots), ms",
             .says = "The estimate after each nap. The start value counts as a sample, so it only fades.",
             .x = {0, view.answered ? static_cast<double>(std::max(m_naps, 4)) : 4.0},
             .y = fromZero(most * 1.1),
             .xTicks = [](Range range, int count) {
                 std::vector<LabelledTick> ticks;
                 for (const double at : roundTicks(range.low, range.high, count)) {
                     if (at == std::floor(at))
                         ticks.push_back({at, at == 0 ? "naps: 0" : said::plain(at, 0)});
                 }
                 return ticks;
             }});
        if (!view.answered) {
            panel.dot({0, start}, Ink::Late);
            panel.name({0, start}, kRight, "start value " + timeInWords(start * 1e6), Ink::Late);
            return;
        }
        const Decision& now = step(view.now);
        Curve line;
        for (const Decision& each : m_steps) {
            if (&each > &now)
                break;
            line.push_back({static_cast<double>(each.naps), each.estimate});
            if (each.sleeps && &each < &now)
                panel.dot({each.naps + 1.0, each.took}, Ink::First);
        }
        panel.curve(line, {{Ink::Late, stage.letters.pen, {}}}, m_naps + 1);
        panel.dot(line.back(), Ink::Late);
        panel.name(line.back(), kAboveRight, "estimate " + digits(now.estimate), Ink::Late);
        if (now.naps > 0)
            panel.name({static_cast<double>(now.naps), m_knobs["sleep"] / 1e6}, kBelowRight, "naps",
                       Ink::First);
    }

    std::string before() const override {
        return said::say("A bar of %1 to wait, a start value of %2 and an empty scale of 0 to 100 % spun.",
                         {timeInWords(m_wait * 1e6), timeInWords(m_knobs["start"])});
    }

    std::string told(double now) const override {
        const Decision& at = step(now);
        return said::say(
            "Wait %1: %2. %3. Spun so far: %4.",
            {std::to_string(at.wait), at.text(), said::joined(formula(at), "; "), said::percent(spun(now))});
    }

    std::vector<Decision> m_steps;
    double m_wait = 1; // ms
    double m_most = 1; // ms, greatest estimate or sleep
    int m_naps = 0;
};

void sketchEstimator(Canvas& canvas, const Box& area) {
    const double line = canvas.letters.line;
    const TextLook muted = canvas.note(Ink::Muted);
    const Box bar = boxAt(area.left, area.top + line + 2, area.width() * 0.9, area.height() * 0.24);
    const double nap = bar.width() / 3.1;
    canvas.write(area.head(line), "3.4 ms", muted);
    for (int i = 0; i < 3; ++i) {
        const Box box = boxAt(bar.left + i * nap, bar.top, nap - 1, bar.height());
        canvas.box(box, {Ink::First});
        canvas.write(box, "1.1 ms", canvas.note(Ink::Text, Anchor::Middle));
    }
    canvas.box({bar.left + 3 * nap, bar.top, bar.right, bar.bottom}, {Ink::Second, Hatch::FallingLines}, 1);
    canvas.write(boxAt(bar.left, area.top, 3 * nap + 20, line), "spin", canvas.note(Ink::Muted, Anchor::End));
    std::vector<Point> curve;
    const double top = bar.bottom + 6;
    for (int i = 0; i <= 30; ++i) {
        const double x = area.left + i / 30.0 * area.width();
        curve.push_back({x, area.bottom - 4 - (area.bottom - top - 4) * 0.9 * portable::exp(-i / 5.0)});
        if (i % 2 == 0)
            canvas.picture.circle(x, area.bottom - 3 - (i * 7 % 4), 1.5, Ink::First);
    }
    canvas.curve(std::move(curve), {Ink::Late, 1.6, {}});
    canvas.write(boxAt(area.left, area.bottom - line - 12, area.width(), line), "mean + X · σ",
                 canvas.note(Ink::Muted, Anchor::End));
}

} // namespace

Entry estimatorScene() {
    return entryOf<EstimatorScene>("estimator", sketchEstimator);
}

} // namespace jitterscope::scene
