// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/picture/ticks.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {
namespace {

/// One frame: the queue is full when it begins; ms.
struct Tooth {
    double from = 0;
    double to = 0;
    double queued = 0;
    double left = 0;
    double silence = 0;

    /// When the queue has run dry; `to` if it has not.
    [[nodiscard]] double dry() const { return to - silence; }
    [[nodiscard]] double queuedAt(double ms) const {
        return ms >= dry() || dry() <= from ? left : queued + (left - queued) * (ms - from) / (dry() - from);
    }
};

/// The queue over time; below it lag and silence for each size of the queue.
class AudioScene final : public Scene {
public:
    AudioScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("audio", result, knobs), m_queued(knobs["queued"] / 1e6) {
        for (const Row& row : rowsOf(result, "teeth"))
            m_teeth.push_back(
                {row["start_ms"], row["end_ms"], row["queued_ms"], row["left_ms"], row["silence_ms"]});
        std::erase_if(m_teeth, [](const Tooth& tooth) { return tooth.to <= tooth.from; });
        if (m_teeth.empty())
            m_teeth.push_back({0, 1, 0, 0, 0});
        m_end = std::max(m_teeth.back().to, 0.001);
        const Row yours = rowOf(result, "queue");
        m_safe = yours["smallest_safe_ms"];
        m_dry = yours["underruns"];
        for (const Row& size : rowsOf(result, "sizes")) {
            if (const auto lag = size.number("lag_ms"))
                m_lags.push_back({size["queued_ms"], *lag});
            if (const auto underruns = size.number("underruns_percent"))
                m_underruns.push_back({size["queued_ms"], *underruns});
        }
    }

    double duration() const override { return m_end / 1e3; }
    double pace() const override { return std::min(1.0, niceStep(duration() / 8)); }
    std::vector<double> stops() const override {
        std::vector<double> stops;
        for (const Tooth& tooth : m_teeth) {
            stops.push_back(std::max(tooth.dry(), tooth.from) / 1e3);
            stops.push_back(tooth.to / 1e3);
        }
        return inOrder(std::move(stops));
    }
    std::vector<Readout> readouts(double now) const override {
        const double ms = now * 1e3;
        double silent = 0;
        for (const Tooth& tooth : m_teeth)
            silent += std::clamp(ms - tooth.dry(), 0.0, tooth.silence);
        return {{said::timeText(ms), "time", "Since the queue was filled first."},
                {said::timeText(toothAt(ms).queuedAt(ms)), "queued",
                 "Sound that is written and not yet heard: a new sound is heard after it."},
                {said::timeText(silent), "silence so far",
                 "What the device had nothing to play for; 0 is good.", silent > 0},
                {now >= duration() ? said::timeText(m_result.answer) : said::absent(), "mean lag",
                 "How late a new sound is heard; less is better."}};
    }

private:
    const Tooth& toothAt(double ms) const {
        const auto found = std::ranges::find_if(m_teeth, [ms](const Tooth& tooth) { return ms < tooth.to; });
        return found != m_teeth.end() ? *found : m_teeth.back();
    }
    std::string lag() const { return said::plain(m_result.answer, 1); }

    void draw(Stage& stage) const override {
        const Box all = stage.view.area();
        drawQueue(stage, all.part(0, 0.56));
        drawSizes(stage, all.part(0, 0.49, 0.58, 1), true);
        drawSizes(stage, all.part(0.51, 1, 0.58, 1), false);
    }

    void drawQueue(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const double ms = view.now * 1e3;
        const double frames = 12 * (m_knobs["frame"] + m_knobs["spread"] / 2) / 1e6;
        Panel panel(stage, area,
                    {.part = "queue",
                     .title = "Sound that is queued and not yet heard, ms",
                     .value = view.answered ? said::plain(toothAt(ms).queuedAt(ms), 1) : "",
                     .says = "The queue is filled at the start of each frame and played empty during it. "
                             "Hatched: nothing left to play.",
                     .x = {0, view.answered ? m_end : frames},
                     .y = {predict().minimum,
                           view.answered ? std::max(predict().maximum, 1.05 * m_queued) : predict().maximum},
                     .xTitle = "time, ms; the game fills the queue once in each frame"});
        const bool over = view.answered && ms >= m_end;
        panel.limit(m_queued, Ink::Muted);
        panel.nameAt({panel.plot().right, panel.y(m_queued)}, kAboveLeft,
                     said::say("filled up to %1 ms", {said::plain(m_queued, 1)}), Ink::Muted);
        if (view.answered) {
            drawTeeth(stage, panel, ms);
        } else {                           // how the first frame begins; where it ends is what is asked
            constexpr double kBegun = 0.4; // of the frame
            const double played = std::min(kBegun * m_knobs["frame"] / 1e6, m_queued);
            const Point now{played, std::min(m_queued, predict().maximum) - played};
            panel.curve({{0, m_queued}, now}, {{Ink::First, stage.letters.pen, {}}}, now.x);
            panel.dot(now, Ink::First);
            panel.name(now, kRight, "it is played …", Ink::First);
        }
        if (over)
            panel.level(m_result.answer, {Ink::Good, stage.letters.pen, kDashDotted});
        panel.guessUp();
        if (!over)
            return;
        const Box& plot = panel.plot();
        const double least = panel.y(std::ranges::min_element(m_teeth, {}, &Tooth::left)->left);
        panel.keepClear({plot.left, panel.y(m_queued), plot.right, least});
        panel.nameAt({plot.left + plot.width() * 0.3, least}, kBelow,
                     said::say("a new sound is heard %1 ms late on average", {lag()}), Ink::Good);
    }

    void drawTeeth(Stage& stage, Panel& panel, double ms) const {
        const Box& plot = panel.plot();
        Curve line;
        bool named = false;
        for (const Tooth& tooth : m_teeth) {
            if (tooth.from > ms)
                break;
            const double dry = tooth.dry();
            if (tooth.silence > 0 && ms > dry) {
                const double left = panel.x(dry);
                stage.box({left, plot.top, std::max(panel.x(std::min(ms, tooth.to)), left + 1), plot.bottom},
                          {Ink::Late, Hatch::RisingLines});
                if (!named)
                    panel.nameAt({left, plot.top + stage.letters.line}, kRight, "silence", Ink::Late);
                named = true;
            }
            line.push_back({tooth.from, tooth.queued});
            if (tooth.silence > 0 && ms >= dry)
                line.push_back({dry, tooth.left});
            if (ms >= tooth.to)
                line.push_back({tooth.to, tooth.left});
        }
        const Point now{ms, toothAt(ms).queuedAt(ms)};
        line.push_back(now);
        std::ranges::stable_sort(line, {}, &Point::x);
        panel.curve(line, {{Ink::First, stage.letters.pen, {}}}, ms);
        panel.cursor(ms);
        panel.dot(now, Ink::First);
    }

    /// For each size of the queue: the lag, or how often there is silence.
    void drawSizes(Stage& stage, const Box& area, bool lags) const {
        const View& view = stage.view;
        const double frame = m_knobs["frame"] / 1e6;
        const Curve& points = lags ? m_lags : m_underruns;
        double mostLag = 2 * frame;
        for (const Point& point : view.answered ? m_lags : Curve())
            mostLag = std::max(mostLag, point.y);
        Panel panel(
            stage, area,
            {.part = lags ? "lag" : "silence",
             .title = lags ? "Mean lag of a new sound, ms" : "Frames that leave silence",
             .says = lags ? "How late a new sound is heard, for each size of the queue; less is better."
                          : "How many frames leave silence, for each size of the queue; 0 % is good.",
             .x = {0, view.answered && !m_lags.empty() ? m_lags.back().x : 3 * frame},
             .y = lags ? fromZero(mostLag) : Range{0, 100},
             .xTitle = "queued, ms",
             .yTicks = lags ? Ticks() : numberLabels(" %")});
        const Ink ink = lags ? Ink::First : Ink::Late;
        const Point yours{panel.x(m_queued), panel.plot().top + stage.letters.line * 0.8};
        panel.upright(m_queued, {Ink::Muted, 1, {}});
        if (!view.answered) {
            panel.nameAt(yours, kRight, "yours", Ink::Muted);
            return;
        }
        const double until = points.empty() ? 0 : points.back().x * std::min(view.now / duration(), 1.0);
        panel.curve(points, {{ink, stage.letters.pen, lags ? "" : kDashed}}, until);
        for (const Point& point : points) {
            if (point.x <= until)
                panel.dot(point, ink);
        }
        const std::string silent =
            m_dry > 0 ? said::count(std::llround(m_dry)) + " frames with silence" : "no silence";
        panel.nameAt(yours, kRight, "yours: " + (lags ? lag() + " ms late" : silent), Ink::Muted);
        if (!lags && view.now >= duration() && m_safe > 0) {
            panel.upright(m_safe, {Ink::Good, stage.letters.pen, kDashDotted});
            panel.nameAt({panel.x(m_safe), panel.plot().middle().y}, kRight,
                         said::say("smallest safe: %1 ms", {said::plain(m_safe, 1)}), Ink::Good);
        }
    }

    std::string before() const override {
        return said::say(
            "An empty chart of the sound in the queue, filled up to %1 ms once in each frame of %2 ms.",
            {said::plain(m_queued, 1), said::plain(m_knobs["frame"] / 1e6, 1)});
    }

    std::string told(double now) const override {
        const double ms = now * 1e3;
        const Tooth& tooth = toothAt(ms);
        std::string text = said::say("After %1 there are %2 ms of sound queued",
                                     {said::timeText(ms), said::plain(tooth.queuedAt(ms), 1)});
        text += ms > tooth.dry() && tooth.silence > 0 ? ": silence. " : ". ";
        if (now >= duration())
            text += said::say(
                "A new sound is heard %1 ms late on average; the smallest queue without silence is %2 ms.",
                {lag(), said::plain(m_safe, 1)});
        return text;
    }

    std::vector<Tooth> m_teeth;
    Curve m_lags;        // ms over queued ms
    Curve m_underruns;   // % over queued ms
    double m_queued = 0; // ms
    double m_end = 1;    // ms
    double m_safe = 0;
    double m_dry = 0; // frames of all that left silence
};

void sketchAudio(Canvas& canvas, const Box& area) {
    const auto at = sharesOf(area);
    const double line = canvas.letters.line;
    canvas.box({at(0.695, 0).x, at(0, 0.84).y, at(0.72, 0).x, area.bottom}, {Ink::Late, Hatch::RisingLines});
    drawAxes(canvas, area);
    std::vector<Point> teeth;
    double x = 0;
    for (const double frame : {0.125, 0.125, 0.125, 0.125, 0.22, 0.125, 0.125}) {
        teeth.push_back(at(x, 0.62));
        if (frame > 0.2) {
            teeth.push_back(at(0.695, 0));
            teeth.push_back(at(0.72, 0));
        } else {
            teeth.push_back(at(x + frame, 0.25));
        }
        x += frame;
    }
    teeth.push_back(at(std::min(x, 1.0), 0.62));
    canvas.curve(std::move(teeth), {Ink::First, 1.6, {}});
    canvas.write(boxAt(at(0.02, 0).x, at(0, 0.84).y, 120, line), "queued sound", canvas.note(Ink::Muted));
    canvas.write(boxAt(at(0.6, 0).x, area.top, 0.22 * area.width(), line), "silence",
                 canvas.note(Ink::Muted, Anchor::Middle));
}

} // namespace

Entry audioScene() {
    return entryOf<AudioScene>("audio", sketchAudio);
}

} // namespace jitterscope::scene
