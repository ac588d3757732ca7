// SPDX-License-Identifier: MIT
#include "core/scene/challenge.h"

#include "core/base/said.h"
#include "core/lab/lab_support.h"
#include "core/picture/scale.h"
#include "core/picture/ticks.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::scene {
namespace {

constexpr double kMostOver = 2; // times the limit: what is more stands at the edge

std::string amountOf(const ChallengeGoal& goal, double amount) {
    return goal.unit == "ms" ? timeInWords(amount * 1e6) : figure(amount, 1) + " " + std::string(goal.unit);
}

std::string saidOf(const ChallengeGoal& goal, bool played) {
    const std::string most = "at most " + amountOf(goal, goal.limit);
    return played ? (goal.met() ? "✓ " : "✗ ") + amountOf(goal, goal.got) + ", " + most : most;
}

/// A row: what is asked, a bar up to what came out, and the limit, which stands at one place in all rows.
void drawGoal(Canvas& canvas, const ChallengeGoal& goal, bool played, const Box& row, double names,
              double figures) {
    const double gap = canvas.letters.gap;
    canvas.writeWithin({row.left, row.top, row.left + names - gap, row.bottom}, goal.asks, canvas.note());
    const double high = std::min(row.height() - gap, canvas.letters.line * 1.2);
    const Box bars{row.left + names, row.middle().y - high / 2, row.right - figures,
                   row.middle().y + high / 2};
    const double limit = bars.left + bars.width() / kMostOver;
    canvas.wash(bars, Ink::First, 0.05);
    if (played) {
        const double share = std::clamp(goal.got / goal.limit / kMostOver, 0.0, 1.0);
        canvas.box(
            {bars.left, bars.top, std::max(bars.left + share * bars.width(), bars.left + 1.5), bars.bottom},
            goal.met() ? AreaLook{Ink::Good} : AreaLook{Ink::Late, Hatch::RisingLines});
        canvas.write({bars.right + gap, row.top, row.right, row.bottom}, saidOf(goal, true),
                     canvas.note(goal.met() ? Ink::Good : Ink::Late));
    } else {
        canvas.write({bars.right + gap, row.top, row.right, row.bottom}, saidOf(goal, false),
                     canvas.note(Ink::Muted));
    }
    canvas.line({limit, row.top + 1}, {limit, row.bottom - 1}, {Ink::Text, 1, "4 2"});
}

/// A line at each px of the minute, from the shortest to the longest frame there, on a logarithmic scale.
void drawFrames(Canvas& canvas, const ChallengeResult& result, bool played, const Box& area) {
    const LabSeries& frames = result.frames;
    const double line = canvas.letters.line;
    canvas.writeWithin(area.head(line * 1.2), "Every frame of the minute: how long it took", canvas.note());
    const double left = canvas.widthOf("1000 ms") + 2 * canvas.letters.gap;
    const Box plot = area.inset(left, line * 1.5, canvas.letters.gap, line * 1.4);
    const Scale x = Scale::linear(0, 60, plot.left, plot.right);
    const Scale y = Scale::decades(1, 2000, plot.bottom, plot.top);
    for (const double at : {1.0, 10.0, 100.0, 1000.0}) {
        canvas.line({plot.left, y.at(at)}, {plot.right, y.at(at)}, {Ink::Hairline, 1, {}});
        canvas.write({area.left, y.at(at) - line / 2, plot.left - canvas.letters.gap, y.at(at) + line / 2},
                     plain(at, 0) + " ms", canvas.note(Ink::Muted, Anchor::End));
    }
    for (const double at : roundTicks(0, 60, 6)) {
        const double wide = canvas.widthOf("60 s");
        canvas.write(
            boxAt(std::clamp(x.at(at) - wide / 2, plot.left, area.right - wide), plot.bottom + 2, wide, line),
            plain(at, 0) + " s", canvas.note(Ink::Muted, Anchor::Middle));
    }
    if (!played)
        return;
    std::size_t i = 0;
    for (double px = plot.left; px < plot.right; ++px) {
        double least = 1e300;
        double most = 0;
        for (; i < frames.points.size() && x.at(frames.points[i].x) < px + 1; ++i) {
            least = std::min(least, frames.points[i].y);
            most = std::max(most, frames.points[i].y);
        }
        if (most > 0)
            canvas.line({px, std::clamp(y.at(std::max(least, 1.0)), plot.top, plot.bottom) + 1.5},
                        {px, std::clamp(y.at(std::clamp(most, 1.0, 2000.0)), plot.top, plot.bottom) - 1.5},
                        {most > 1.2 * result.period ? Ink::Late : Ink::First, 1, {}});
    }
}

} // namespace

Picture challengePicture(const ChallengeResult& result, bool played, double width, double height,
                         const Letters& letters) {
    Canvas canvas(letters);
    canvas.picture.width = width;
    canvas.picture.height = height;
    canvas.picture.title = "The challenge";
    canvas.picture.description = played ? result.headline() : "Each goal, and what it allows.";
    const Box all{0, 0, width, height};
    const double line = letters.line;
    double names = 0;
    double figures = 0;
    for (const ChallengeGoal& goal : result.goals) {
        names = std::max(names, canvas.widthOf(goal.asks) + 3 * letters.gap);
        figures = std::max(figures, canvas.widthOf(saidOf(goal, played)) + 2 * letters.gap);
        if (played)
            canvas.picture.description += " " + goal.asks + (goal.met() ? ": yes. " : ": no. ") + goal.told;
    }
    names = std::min(names, width * 0.45);
    canvas.writeWithin(all.head(line * 1.3),
                       played ? result.headline()
                              : "What is asked; the dashed line is the most that is allowed",
                       canvas.title());
    const Box goals{0, line * 2, width, std::max(height * 0.64, line * 13)};
    for (std::size_t i = 0; i < result.goals.size(); ++i)
        drawGoal(canvas, result.goals[i], played, goals.row(i, result.goals.size()), names, figures);
    drawFrames(canvas, result, played, {0, goals.bottom + letters.gap * 2, width, height});
    return std::move(canvas.picture);
}

} // namespace jitterscope::scene
