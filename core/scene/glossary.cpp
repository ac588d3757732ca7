// SPDX-License-Identifier: MIT
#include "core/scene/glossary.h"

#include "core/base/catalog.h"
#include "core/scene/scene.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace jitterscope::scene {
namespace {

const AreaLook kSlept{Ink::First, Hatch::Solid};
const AreaLook kSpun{Ink::Second, Hatch::FallingLines};
const AreaLook kLate{Ink::Late, Hatch::RisingLines};

Box barOf(const Box& area) {
    return area.part(0.02, 0.98, 0.2, 0.6);
}

void caption(Canvas& canvas, const Box& area, double share, std::string_view words, Ink ink = Ink::Muted) {
    const double x = area.left + share * area.width();
    canvas.write({x, area.bottom - canvas.letters.line, x, area.bottom}, words,
                 canvas.note(ink, Anchor::Middle));
}

/// Hills of how often something takes how long.
void hills(Canvas& canvas, const Box& area, const std::vector<double>& heights, double late) {
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const double from = static_cast<double>(i) / static_cast<double>(heights.size());
        const double to = static_cast<double>(i + 1) / static_cast<double>(heights.size());
        if (heights[i] > 0)
            canvas.box(area.part(from, to, 1 - heights[i], 1).inset(1, 0, 1), from >= late ? kLate : kSlept);
    }
}

void drawSpin(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    canvas.box(bar.part(0, 0.7, 0, 1), kSlept);
    canvas.box(bar.part(0.71, 1, 0, 1), kSpun);
    caption(canvas, area, 0.36, "sleeps");
    caption(canvas, area, 0.85, "spins", Ink::Second);
}

void drawSigma(Canvas& canvas, const Box& area) {
    const Box plot = area.part(0.02, 0.98, 0.05, 0.7);
    hills(canvas, plot, {0.1, 0.35, 0.8, 1, 0.75, 0.3, 0.12}, 2);
    canvas.line({plot.left + 0.3 * plot.width(), plot.bottom + 4},
                {plot.left + 0.7 * plot.width(), plot.bottom + 4}, {Ink::Second, 2, {}});
    caption(canvas, area, 0.5, "σ to both sides", Ink::Second);
}

void drawQuantile(Canvas& canvas, const Box& area) {
    const Box plot = area.part(0.02, 0.98, 0.05, 0.7);
    hills(canvas, plot, {0.2, 1, 0.6, 0.2, 0.08, 0.04, 0.04}, 0.56);
    const double x = plot.left + 0.57 * plot.width();
    canvas.line({x, area.top}, {x, plot.bottom}, {Ink::Text, 1.4, kDashed});
    caption(canvas, area, 0.28, "99 of 100");
    caption(canvas, area, 0.8, "1 of 100", Ink::Late);
}

void drawBound(Canvas& canvas, const Box& area) {
    const Box plot = area.part(0.02, 0.98, 0.05, 0.7);
    drawAxes(canvas, plot);
    const auto curve = [&](double share, const StrokeLook& look) {
        std::vector<Point> points;
        for (int i = 0; i <= 30; ++i) {
            const double x = i / 6.0;
            points.push_back({plot.left + plot.width() * i / 30,
                              plot.bottom - plot.height() * share / (1 + x * x * (share < 1 ? 4 : 1))});
        }
        canvas.curve(std::move(points), look);
    };
    curve(1, {Ink::Muted, 1.4, kDashed});
    curve(0.6, {Ink::Late, 1.6, {}});
    caption(canvas, area, 0.5, "never more late than the dashed line");
}

void drawBacklog(Canvas& canvas, const Box& area) {
    canvas.box(area.part(0.02, 0.98, 0.02, 0.26), {Ink::Muted});
    canvas.box(area.part(0.02, 0.62, 0.36, 0.6), kSlept);
    canvas.box(area.part(0.63, 0.98, 0.36, 0.6), kLate);
    caption(canvas, area, 0.3, "simulated");
    caption(canvas, area, 0.8, "backlog", Ink::Late);
}

void drawHitch(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    for (const double from : {0.0, 0.1, 0.2})
        canvas.box(bar.part(from, from + 0.09, 0, 1), kSlept);
    canvas.box(bar.part(0.3, 0.79, 0, 1), kLate);
    for (const double from : {0.8, 0.9})
        canvas.box(bar.part(from, from + 0.09, 0, 1), kSlept);
    caption(canvas, area, 0.55, "one frame", Ink::Late);
}

void drawPpm(Canvas& canvas, const Box& area) {
    const Box plot = area.part(0.02, 0.98, 0.1, 0.66);
    canvas.line({plot.left, plot.bottom}, {plot.right, plot.bottom}, {Ink::Muted, 1.4, {}});
    canvas.line({plot.left, plot.bottom}, {plot.right, plot.top}, {Ink::Late, 1.6, {}});
    caption(canvas, area, 0.5, "1000 ppm: 3.6 s an hour");
}

void drawSlack(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    canvas.box(bar.part(0, 0.6, 0, 1), kSlept);
    canvas.box(bar.part(0.61, 1, 0, 1), {Ink::Second, Hatch::RisingLines});
    caption(canvas, area, 0.3, "asked");
    caption(canvas, area, 0.8, "slack", Ink::Second);
}

void drawTick(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    for (int i = 0; i <= 4; ++i) {
        const double x = bar.left + bar.width() * i / 4;
        canvas.line({x, bar.top - 5}, {x, bar.bottom + 3}, {Ink::Muted, 1.4, {}});
    }
    canvas.box(bar.part(0.1, 0.33, 0.2, 0.8), kSlept);
    canvas.box(bar.part(0.34, 0.5, 0.2, 0.8), kLate);
    caption(canvas, area, 0.22, "asked");
    caption(canvas, area, 0.62, "until the tick", Ink::Late);
}

void drawLag(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    canvas.box(bar.part(0, 0.7, 0, 1), kSlept);
    canvas.line({bar.left + 0.7 * bar.width(), bar.top - 5}, {bar.left + 0.7 * bar.width(), bar.bottom + 4},
                {Ink::Late, 2, {}});
    caption(canvas, area, 0.33, "queued before it");
    caption(canvas, area, 0.83, "heard", Ink::Late);
}

void drawJitter(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    double from = 0;
    for (const double wide : {0.2, 0.14, 0.26, 0.17, 0.22}) {
        canvas.box(bar.part(from, from + wide - 0.01, 0, 1), kSlept);
        from += wide;
    }
    caption(canvas, area, 0.5, "frames that differ");
}

void drawJudder(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    for (const double at : {0.03, 0.14, 0.34, 0.4, 0.63, 0.72, 0.95})
        canvas.dot({bar.left + at * bar.width(), bar.middle().y}, 4, Ink::Late);
    caption(canvas, area, 0.5, "uneven steps");
}

void drawMargin(Canvas& canvas, const Box& area) {
    const Box bar = barOf(area);
    canvas.box(bar.part(0, 0.68, 0, 1), kSlept);
    const double due = bar.right;
    canvas.line({due, bar.top - 5}, {due, bar.bottom + 3}, {Ink::Text, 1.4, kDashed});
    canvas.line({bar.left + 0.69 * bar.width(), bar.middle().y}, {due, bar.middle().y}, {Ink::Second, 2, {}});
    caption(canvas, area, 0.33, "sleep asked for");
    caption(canvas, area, 0.83, "margin", Ink::Second);
}

void drawWelford(Canvas& canvas, const Box& area) {
    const Box plot = area.part(0.02, 0.98, 0.05, 0.62);
    const double mean = plot.left + 0.42 * plot.width();
    const double value = plot.left + 0.8 * plot.width();
    const double y = plot.middle().y;
    canvas.line({plot.left, plot.bottom}, {plot.right, plot.bottom}, {Ink::Border, 1, {}});
    for (const double share : {0.3, 0.38, 0.46, 0.55})
        canvas.dot({plot.left + share * plot.width(), plot.bottom - 6}, 3, Ink::First);
    canvas.line({mean, plot.top}, {mean, plot.bottom}, {Ink::Text, 1.4, kDashed});
    canvas.dot({value, y}, 4, Ink::Late);
    canvas.line({mean, y}, {value - 5, y}, {Ink::Late, 1.6, {}});
    caption(canvas, area, 0.42, "mean so far");
    caption(canvas, area, 0.8, "δ to a new value", Ink::Late);
}

constexpr std::string_view kNoBreak = "\u00a0"; // stands between a number and its unit

bool isLetter(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return std::isalnum(byte) != 0 || byte >= 0x80U || letter == '-';
}

/// Where one of its forms first stands as a word of its own.
std::optional<Found> firstOf(const Word& word, std::string_view text) {
    std::optional<Found> first;
    for (const std::string_view form : word.forms) {
        for (std::size_t at = text.find(form); at != std::string_view::npos; at = text.find(form, at + 1)) {
            const std::size_t end = at + form.size();
            const auto blank = [text](std::size_t from) { return text.substr(from).starts_with(kNoBreak); };
            const bool begins = at == 0 || !isLetter(text[at - 1]) || (at > 1 && blank(at - 2));
            const bool ends = end == text.size() || !isLetter(text[end]) || blank(end);
            if (!begins || !ends)
                continue;
            if (!first || at < first->at)
                first = Found{&word, at, form.size()};
            break;
        }
    }
    return first;
}

} // namespace

std::span<const Word> glossary() {
    static const std::vector<Word> words{
        {"spin",
         "spin",
         "To ask the clock again and again until it is time: exact, but it keeps a core busy.",
         {"spin", "spins", "spun", "spinning", "Spinning"},
         drawSpin},
        {"sigma",
         "σ (sigma)",
         "The standard deviation: how far values usually are from their mean.",
         {"σ"},
         drawSigma},
        {"quantile",
         "quantile",
         "The value that only a chosen share exceeds: the 99 % quantile is passed once in a hundred.",
         {"quantile"},
         drawQuantile},
        {"bound",
         "Cantelli's bound",
         "Whatever values are like, at most 1 / (1 + X²) of them lie above their mean + X · σ.",
         {"Cantelli's bound"},
         drawBound},
        {"backlog",
         "backlog",
         "Game time that has passed but is not simulated yet.",
         {"backlog", "Backlog"},
         drawBacklog},
        {"hitch",
         "hitch",
         "A single frame that takes far too long, for a reason outside the program.",
         {"hitch"},
         drawHitch},
        {"ppm",
         "ppm",
         "Parts per million: 1000 ppm too slow is 1 ms behind in each second, 3.6 s in an hour.",
         {"ppm"},
         drawPpm},
        {"slack",
         "slack",
         "How much later than asked the kernel may wake a thread, so that it can wake for several timers at "
         "once.",
         {"slack"},
         drawSlack},
        {"tick",
         "tick",
         "A beat of the system's timer: where there are ticks, a sleep ends at one of them only.",
         {"tick", "ticks"},
         drawTick},
        {"lag", "lag", "How much later a sound is heard than the program asked for it.", {"lag"}, drawLag},
        {"jitter",
         "jitter",
         "How much the lengths of frames differ, as standard deviation of frame time.",
         {"jitter"},
         drawJitter},
        {"judder",
         "judder",
         "What is seen of uneven steps: something that should move steadily stumbles.",
         {"judder", "Judder"},
         drawJudder},
        {"welford",
         "Welford's method",
         "Corrects mean and σ with each new value and stores none: δ is its distance from the mean so far, "
         "m2 sums up squared distances.",
         {"Welford's method", "m2", "δ"},
         drawWelford},
        {"margin",
         "margin",
         "How much earlier than needed a sleep is asked to end; what is left of it is spun.",
         {"margin"},
         drawMargin},
    };
    return words;
}

std::vector<Found> wordsIn(std::string_view text) {
    std::vector<Found> found;
    for (const Word& word : glossary()) {
        if (const auto first = firstOf(word, text))
            found.push_back(*first);
    }
    std::ranges::sort(found, {}, &Found::at);
    return found;
}

Picture pictureOf(const Word& word, double width, double height, const Letters& letters) {
    Canvas canvas(letters);
    canvas.picture.width = width;
    canvas.picture.height = height;
    canvas.picture.title = word.word;
    canvas.picture.description = word.means;
    constexpr double kEdge = 4;
    word.sketch(canvas, Box{0, 0, width, height}.inset(kEdge, kEdge, kEdge, kEdge));
    canvas.placeNames();
    return std::move(canvas.picture);
}

} // namespace jitterscope::scene
