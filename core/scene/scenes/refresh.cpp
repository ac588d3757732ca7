// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/lab/labs/labs.h"
#include "core/picture/ticks.h"
#include "core/scene/panel.h"
#include "core/scene/scenes/scenes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope::scene {
namespace {

constexpr double kSeen = 15; // refreshes in the picture
constexpr std::string_view kUnknown = "?";

/// A dot as the screen shows it.
struct Dot {
    std::string series;
    std::string name;
    Ink ink;
    bool square;                      // told from the other without its colour
    Curve places = {};                // refresh, units
    Curve steps = {};                 // refresh, % of a steady step
    std::vector<double> judders = {}; // % so far, one each step

    [[nodiscard]] double judderAt(double refresh) const {
        const auto known = std::ranges::upper_bound(steps, refresh, {}, &Point::x) - steps.begin();
        const double value = known == 0 ? 0 : judders[static_cast<std::size_t>(known - 1)];
        return value < 0.005 ? 0 : value; // what rounding leaves of a steady dot
    }
};

/// Two dots and their steps at the left, a table of seven frames at the right, the judder below.
class RefreshScene final : public Scene {
public:
    RefreshScene(const LabResult& result, const ParameterValues& knobs)
        : Scene("refresh", result, knobs), m_period(1 / knobs["refresh"]) {
        for (Dot& dot : m_dots) {
            dot.places = curveOf(result, dot.series, 100'000);
            double squares = 0;
            for (std::size_t i = 1; i < dot.places.size(); ++i) {
                const double share = (dot.places[i].y - dot.places[i - 1].y) / steadyStep();
                dot.steps.push_back({dot.places[i].x, 100 * share});
                squares += (share - 1) * (share - 1);
                dot.judders.push_back(100 * std::sqrt(squares / static_cast<double>(i)));
            }
            if (!dot.places.empty()) {
                m_first = dot.places.front().x;
                m_last = dot.places.back().x;
            }
        }
    }

    double duration() const override { return std::max(1.0, m_last - m_first) * m_period; }
    double pace() const override { return std::min(1.0, niceStep(duration() / 10)); }
    std::vector<double> stops() const override {
        std::vector<double> stops;
        const auto count = static_cast<int>(std::max(1.0, m_last - m_first));
        const int step = std::max(1, count / 40);
        for (int i = step; i < count; i += step)
            stops.push_back((i + 0.001) * m_period);
        stops.push_back(duration());
        return stops;
    }
    std::vector<Readout> readouts(double now) const override {
        const double refresh = refreshAt(now);
        const auto place = [&](const Dot& dot) {
            return said::plain(valueAt(dot.places, refresh).value_or(0), 2);
        };
        const double judder = m_dots[0].judderAt(refresh);
        return {{said::plain(refresh, 0), "refresh", "Number of the picture that the screen shows."},
                {place(m_dots[0]), "dot, actual time", "Where the dot is on the screen, of 100."},
                {place(m_dots[1]), "dot, refresh times", "Where the dot is on the screen, of 100."},
                {said::percent(judder), "judder",
                 "Root mean square of step / steady step − 1, by actual time; 0 % is smooth.", judder > 5}};
    }

private:
    double refreshAt(double now) const { return m_first + std::floor(now / m_period + 1e-6); }
    double steadyStep() const { return kDotUnitsPerNs * 1e9 * m_period; } // units
    double refreshIn(const View& view) const { return view.answered ? refreshAt(view.now) : m_first; }
    double firstSeen(const View& view) const {
        return view.answered ? std::max(m_first, refreshIn(view) - kSeen + 1) : 0;
    }

    void draw(Stage& stage) const override {
        const Box all = stage.view.area();
        const Box left = all.part(0, 0.6, 0, 1);
        stage.hint(left.part(0, 0.31), "One mark for each refresh; a smooth dot has a mark at each line.");
        stage.part("tracks", left.part(0, 0.31));
        stage.part("steps", left.part(0.32, 0.76));
        stage.part("table", all.part(0.64, 1, 0, 0.76));
        drawTrack(stage, m_dots[0], left.part(0, 0.155));
        drawTrack(stage, m_dots[1], left.part(0.155, 0.31));
        drawSteps(stage, m_dots[0], left.part(0.32, 0.54));
        drawSteps(stage, m_dots[1], left.part(0.54, 0.76));
        drawTable(stage, all.part(0.64, 1, 0, 0.76));
        drawJudder(stage, all.part(0.78, 1));
    }

    void drawTrack(Stage& stage, const Dot& dot, const Box& area) const {
        const View& view = stage.view;
        const double line = stage.letters.line;
        const Box strip = area.inset(0, line * 1.15, 0, line * 0.15);
        const bool first = &dot == &m_dots[0];
        stage.write(area.head(line),
                    view.answered ? "dot moved " + dot.name
                    : first       ? "the shortest frame beside the refreshes of the screen"
                                  : "the longest frame",
                    stage.note());
        stage.wash(strip, Ink::First, 0.07);
        const double pitch = strip.width() / (kSeen + 1);
        const auto x = [&](double place) { return strip.left + (place + 0.75) * pitch; };
        for (int i = 0; i < static_cast<int>(kSeen); ++i)
            stage.line({x(i), strip.top}, {x(i), strip.bottom}, {Ink::Border, 1, {}});
        if (!view.answered) { // how long frames are beside a refresh
            const double a = m_knobs["shortest"];
            const double b = m_knobs["longest"];
            const double frame = first ? std::min(a, b) : std::max(a, b);
            const Box bar = strip.inset(x(0) - strip.left, strip.height() * 0.2, 0, strip.height() * 0.2);
            const double right = std::min(x(frame / 1e9 * m_knobs["refresh"]), strip.right);
            stage.box({bar.left, bar.top, std::max(right, bar.left + 1.5), bar.bottom}, {dot.ink});
            stage.name(strip, {right, strip.middle().y}, kRight, timeInWords(frame), Ink::Text);
            return;
        }
        if (dot.places.empty() || m_dots[1].places.empty())
            return;
        const double refresh = refreshIn(view);
        const double from = firstSeen(view);
        const double radius = std::min(strip.height() * 0.3, pitch * 0.28);
        // The steady dot would be on each line: the best that the screen can show.
        const double base = m_dots[1].places.front().y + (from - m_first) * steadyStep();
        for (const Point& place : dot.places) {
            const bool now = place.x == refresh;
            const double right = strip.right - radius; // it is still seen where it is ahead of the others
            const double wanted = x((place.y - base) / steadyStep());
            const Point at{now ? std::min(wanted, right) : wanted, strip.middle().y};
            const Box mark{at.x - radius, at.y - radius, at.x + radius, at.y + radius};
            if (place.x < from || place.x > refresh || at.x < strip.left + radius || at.x > right ||
                (view.calm && !now && place.x < refresh - 3))
                continue;
            if (dot.square)
                stage.wash(mark, now ? Ink::Text : dot.ink, now ? 1 : 0.6);
            else
                stage.picture.circle(at.x, at.y, radius, now ? Ink::Text : dot.ink, !now);
        }
    }

    void drawSteps(Stage& stage, const Dot& dot, const Box& area) const {
        const View& view = stage.view;
        const double from = firstSeen(view);
        Panel panel(stage, area,
                    {.title = "Step from refresh to refresh, " + dot.name + " (dashed: steady)",
                     .says =
                         "How far the dot moves from one refresh to the next; 100 % each time is smooth, 0 % "
                         "stands still.",
                     .x = {from - 0.5, from + kSeen - 0.5},
                     .y = {0, 200},
                     .xLabels = false,
                     .xTicks = fixedTicks({}),
                     .yTicks = fixedTicks({{0, "0"}, {100, "100 %"}, {200, "200"}})});
        for (const Point& step : view.answered ? dot.steps : Curve()) {
            if (step.x > refreshIn(view) || step.x < from)
                continue;
            const bool off = std::abs(step.y - 100) > 5;
            stage.box({panel.x(step.x - 0.35), panel.y(step.y), panel.x(step.x + 0.35), panel.plot().bottom},
                      off ? AreaLook{Ink::Late, Hatch::RisingLines} : AreaLook{Ink::Good});
        }
        panel.limit(100, Ink::Text);
    }

    void drawTable(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const Letters& type = stage.letters;
        const std::vector<Row> rows = rowsOf(m_result, "article");
        const std::size_t count = view.answered ? rows.size() : kArticleTimes.size();
        stage.hint(area,
                   "When a frame is drawn, the refresh that it falls into, and where the dot is by its own "
                   "time and by the time of that refresh.");
        stage.writeWithin(
            area.head(type.line),
            said::say("Another example: seven frames at %1 Hz", {said::plain(m_knobs["refresh"], 2)}),
            stage.note());
        const double pitch =
            std::min((area.height() - type.line * 2.4) / (static_cast<double>(count) + 2.4), type.line * 2);
        const double top = area.top + type.line * 2.6;
        const auto row = [&](double number) {
            return boxAt(area.left, top + pitch * number, area.width(), pitch);
        };
        const auto cell = [&](const Box& line, int column) {
            return line.part(column / 4.0, (column + 1) / 4.0, 0, 1).inset(0, 0, type.gap);
        };
        constexpr std::array<std::array<const char*, 4>, 2> kHeads{
            {{"drawn", "in", "dot by", "dot by"}, {"at, ms", "refresh", "time", "refresh"}}};
        for (std::size_t line = 0; line < kHeads.size(); ++line) {
            const Box above =
                boxAt(area.left, top + pitch - type.line * (line == 0 ? 2.2 : 1.1), area.width(), type.line);
            int column = 0;
            for (const char* head : kHeads[line])
                stage.writeWithin(cell(above, column++), head, stage.note(Ink::Muted, Anchor::End));
        }
        stage.line({area.left, top + pitch}, {area.right, top + pitch}, {Ink::Border, 1, {}});
        const double shown = view.answered ? view.now / duration() * static_cast<double>(count) : 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = static_cast<double>(i);
            const Box line = row(number + 1.1);
            const bool known = view.answered && number < shown + 1e-9;
            if (known && number + 1 >= shown)
                stage.wash(line, Ink::First, 0.12);
            const auto write = [&](int at, const std::string& text, Ink ink) {
                stage.write(cell(line, at), at > 0 && !known ? std::string(kUnknown) : text,
                            stage.figure(at > 0 && !known ? Ink::Muted : ink, Anchor::End));
            };
            const Row frame = i < rows.size() ? rows[i] : Row();
            const double actual = frame["actual"];
            const double steady = frame["on_refreshes"];
            const bool off = std::abs(actual - steady) > 0.01;
            const double article =
                static_cast<double>(kArticleTimes[std::min(i, kArticleTimes.size() - 1)].count()) / 1e6;
            write(0, said::plain(known ? frame["time_ms"] : article, 1), Ink::Text);
            write(1, said::plain(frame["refresh"], 0), Ink::Text);
            write(2, (off ? "≠ " : "") + said::plain(actual, 2), off ? Ink::Late : Ink::Text);
            write(3, said::plain(steady, 2), Ink::First);
        }
        stage.writeWithin(row(static_cast<double>(count) + 1.2), "≠: not where a steady dot would be",
                          stage.note(Ink::Muted));
    }

    void drawJudder(Stage& stage, const Box& area) const {
        const View& view = stage.view;
        const double refresh = refreshIn(view);
        Panel panel = Panel::gauge(stage, area, "judder", "Judder so far: how far off the steps are",
                                   view.answered ? said::percent(m_dots[0].judderAt(refresh)) : "",
                                   "Root mean square of step / steady step − 1; 0 % is smooth motion.",
                                   stage.widthOf(m_dots[1].name) + 3 * stage.letters.gap);
        for (const Dot& dot : m_dots) {
            const Box row = panel.row(dot.square ? 1 : 0, m_dots.size());
            panel.nameRow(row, dot.name);
            if (!view.answered)
                continue;
            const double judder = dot.judderAt(refresh);
            panel.bar(row, judder, dot.square ? AreaLook{Ink::Good} : AreaLook{Ink::Late, Hatch::RisingLines},
                      row.height());
            stage.name(row, {panel.x(judder), row.middle().y}, kRight, said::percent(judder), Ink::Text);
        }
        panel.guessAlong();
    }

    std::string before() const override {
        return said::say(
            "Two empty tracks for a dot on a screen of %1 Hz, and a table of seven frames with their "
            "times only.",
            {said::plain(m_knobs["refresh"], 2)});
    }

    std::string told(double now) const override {
        const double refresh = refreshAt(now);
        const auto step = [&](const Dot& dot) {
            return said::plain(valueAt(dot.steps, refresh).value_or(0), 0);
        };
        return said::say(
            "At refresh %1 the dot has moved by %2 % of a steady step by actual time and by %3 % at "
            "refresh times. Judder so far: %4 and %5.",
            {said::plain(refresh, 0), step(m_dots[0]), step(m_dots[1]),
             said::percent(m_dots[0].judderAt(refresh)), said::percent(m_dots[1].judderAt(refresh))});
    }

    std::array<Dot, 2> m_dots{{{"actual", "by actual time", Ink::Late, false},
                               {"on-refreshes", "at refresh times", Ink::First, true}}};
    double m_period = 1 / 60.0; // s
    double m_first = 0;         // refresh
    double m_last = 1;
};

void sketchRefresh(Canvas& canvas, const Box& area) {
    const double pitch = area.width() / 5;
    const double line = canvas.letters.line;
    for (int i = 0; i < 5; ++i) {
        const double x = area.left + (i + 0.15) * pitch;
        canvas.line({x, area.top + line}, {x, area.bottom}, {Ink::Border, 1, {}});
        canvas.wash(boxAt(x - 5, area.bottom - area.height() * 0.16 - 5, 10, 10), Ink::First);
    }
    canvas.write(area.head(line), "actual time", canvas.note(Ink::Muted));
    canvas.write(area.part(0.5, 1).head(line), "refresh times", canvas.note(Ink::Muted));
    for (const double place : {0.15, 0.75, 1.4, 2.15, 2.75, 3.35, 4.15}) {
        const bool steady = std::abs(place - std::floor(place) - 0.15) < 0.01;
        canvas.picture.circle(area.left + place * pitch, area.top + area.height() * 0.32, 5,
                              steady ? Ink::Text : Ink::Late);
    }
}

} // namespace

Entry refreshScene() {
    return entryOf<RefreshScene>("refresh", sketchRefresh);
}

} // namespace jitterscope::scene
