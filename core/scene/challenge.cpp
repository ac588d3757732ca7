// SPDX-License-Identifier: MIT
#include "core/scene/challenge.h"

#include "core/scene/panel.h"

#include <algorithm>
#include <utility>

namespace jitterscope::scene {
namespace {

constexpr double kMostOver = 2; // times the limit: what is more stands at the edge

std::string saidOf(const ChallengeGoal& goal, bool played) {
    const std::string most = "at most " + goal.amount(goal.limit);
    return played ? (goal.met() ? "✓ " : "✗ ") + goal.amount(goal.got) + ", " + most : most;
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
    }
    canvas.write({bars.right + gap, row.top, row.right, row.bottom}, saidOf(goal, played),
                 canvas.note(!played      ? Ink::Muted
                             : goal.met() ? Ink::Good
                                          : Ink::Late));
    canvas.line({limit, row.top + 1}, {limit, row.bottom - 1}, {Ink::Text, 1, "4 2"});
}

/// A line at each px of the minute, from the shortest to the longest frame there, on a logarithmic scale.
void drawFrames(Stage& stage, const ChallengeResult& result, bool played, const Box& area) {
    constexpr Range kShown{1, 2000}; // ms
    const Panel panel(stage, area,
                      {.title = "Every frame of the minute: how long it took",
                       .x = {0, 60},
                       .y = kShown,
                       .logY = true,
                       .xTicks = numberLabels(" s"),
                       .yTicks = decadeTimeLabels(1e6)});
    const std::vector<LabPoint>& frames = result.frames.points;
    std::size_t i = 0;
    for (double px = panel.plot().left; played && px < panel.plot().right; ++px) {
        double least = kShown.high;
        double most = 0;
        for (; i < frames.size() && panel.x(frames[i].x) < px + 1; ++i) {
            least = std::min(least, std::max(frames[i].y, kShown.low));
            most = std::max(most, frames[i].y);
        }
        if (most > 0)
            stage.line({px, panel.y(least) + 1.5}, {px, panel.y(std::min(most, kShown.high)) - 1.5},
                       {most > 1.2 * result.period ? Ink::Late : Ink::First, 1, {}});
    }
}

} // namespace

Picture challengePicture(const ChallengeResult& result, bool played, double width, double height,
                         const Letters& letters) {
    static const LabPrediction kNothing; // is guessed in it
    const View view{.width = width, .height = height, .letters = letters};
    Stage canvas(view, kNothing);
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
