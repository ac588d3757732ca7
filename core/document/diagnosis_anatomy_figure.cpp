// SPDX-License-Identifier: MIT
#include "core/base/parse.h"
#include "core/document/diagnosis_figures.h"
#include "core/picture/hatch.h"
#include "core/picture/scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

constexpr double kWidth = 640;
constexpr double kLeft = 48;
constexpr double kRight = kWidth - 8;
constexpr double kTop = 26;
constexpr double kBottom = 166;
constexpr double kGap = 8;       // px between groups
constexpr double kWidest = 12;   // px of a column
constexpr double kNarrowest = 1; // px of a column

struct CauseLook {
    Cause cause;
    Ink ink;
    Hatch hatch;
};

/// From the deadline on, as the time passed (core/record/anatomy.h): the order in which parts are stacked.
/// Hues and hatches are the window's.
constexpr std::array kLooks{
    CauseLook{Cause::Work, Ink::Violet, Hatch::RisingLines},
    CauseLook{Cause::WokeLate, Ink::First, Hatch::HorizontalLines},
    CauseLook{Cause::Margin, Ink::Late, Hatch::FallingLines},
    CauseLook{Cause::RunQueue, Ink::Second, Hatch::Solid},
    CauseLook{Cause::LostCpu, Ink::Good, Hatch::Grid},
    CauseLook{Cause::Other, Ink::Muted, Hatch::VerticalLines},
};

const CauseLook& lookOf(Cause cause) noexcept {
    return *std::ranges::find(kLooks, cause, &CauseLook::cause);
}

/// Late frames of one first cause, worst first.
struct Group {
    Cause cause = Cause::OnTime;
    std::vector<LatenessParts> frames;
};

std::vector<Group> groupsOf(const std::vector<LateFrame>& frames) {
    std::vector<Group> groups;
    for (const Cause cause : causesInOrder()) {
        Group group{cause, {}};
        for (const LateFrame& frame : frames) {
            if (frame.cause == cause)
                group.frames.push_back(frame.parts);
        }
        std::ranges::stable_sort(group.frames, std::greater(), &LatenessParts::total);
        if (!group.frames.empty())
            groups.push_back(std::move(group));
    }
    return groups;
}

/// How the columns share the width.
struct Layout {
    double column = 1;              ///< px
    std::vector<std::size_t> count; ///< columns of each group
    bool several = false;           ///< a column stands for more than one frame
};

Layout layoutOf(const std::vector<Group>& groups) {
    std::size_t frames = 0;
    for (const Group& group : groups)
        frames += group.frames.size();
    const double room = kRight - kLeft - kGap * static_cast<double>(groups.size() - 1);
    const double wanted = room / static_cast<double>(frames);
    Layout layout{std::clamp(wanted, kNarrowest, kWidest), {}, wanted < kNarrowest};
    // A group of few frames keeps one column; those are taken from the room before it is shared.
    const double shared = room - static_cast<double>(groups.size());
    for (const Group& group : groups) {
        const auto size = static_cast<double>(group.frames.size());
        const double share = 1 + std::floor(shared * size / static_cast<double>(frames));
        layout.count.push_back(layout.several ? static_cast<std::size_t>(std::min(share, size))
                                              : group.frames.size());
    }
    return layout;
}

/// The columns of one part of all frames: [look][column].
using Areas = std::array<std::vector<AreaColumn>, kLooks.size()>;

void addColumn(Areas& areas, const LatenessParts& parts, double left, double right, const SvgScale& y) {
    double sum = 0;
    for (std::size_t i = 0; i < kLooks.size(); ++i) {
        const double bottom = y.at(sum);
        sum += std::max<double>(0, static_cast<double>(parts.of(kLooks[i].cause)));
        areas[i].push_back({left, right, y.at(sum), bottom});
    }
}

Areas areasOf(const std::vector<Group>& groups, const Layout& layout, const SvgScale& y) {
    Areas areas;
    double x = kLeft;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::vector<LatenessParts>& frames = groups[i].frames;
        for (std::size_t column = 0; column < layout.count[i]; ++column) {
            // Sorted: the first frame of a column is its worst.
            addColumn(areas, frames[column * frames.size() / layout.count[i]], x, x + layout.column, y);
            x += layout.column;
        }
        x += kGap;
    }
    return areas;
}

void drawArea(SvgWriter& svg, const CauseLook& look, const std::vector<AreaColumn>& columns) {
    const std::string outline = areaPath(columns);
    if (outline.empty())
        return;
    constexpr double kFaint = 0.3;
    svg.fillPath(outline, look.ink, look.hatch == Hatch::Solid ? 1 : kFaint);
    const std::string lines = hatchPath(columns, look.hatch);
    if (!lines.empty())
        svg.strokePath(lines, {look.ink, 1.2, {}});
}

struct TimeUnit {
    double scale = 1e3;
    std::string_view name = "µs";
};

void drawAxis(SvgWriter& svg, const SvgScale& y, double most, std::string_view slots) {
    const TimeUnit unit = most >= 1e6 ? TimeUnit{1e6, "ms"} : TimeUnit{};
    svg.text(8, 16, std::string(unit.name) + " late", {Ink::Muted, 12});
    svg.text(kRight, 16, "late " + std::string(slots) + " by first cause, worst first",
             {Ink::Muted, 12, Anchor::End});
    constexpr int kMostTicks = 5;
    for (const double tick : roundTicks(0, most / unit.scale, kMostTicks)) {
        const double at = y.at(tick * unit.scale);
        svg.line(kLeft, at, kRight, at, {Ink::Hairline, 1, {}});
        svg.text(kLeft - 6, at + 4, plainNumberText(std::round(tick * 1e6) / 1e6),
                 {Ink::Muted, 11, Anchor::End, false, true});
    }
}

void drawLimit(SvgWriter& svg, const SvgScale& y, Nanoseconds beyond, const std::string& columns) {
    const auto limit = static_cast<double>(beyond.count());
    const StrokeLook dashed{Ink::Text, 1.2, "4 3"};
    svg.line(kLeft, y.at(limit), kRight, y.at(limit), {Ink::Card, 3, {}}); // apart from the hatches
    svg.line(kLeft, y.at(limit), kRight, y.at(limit), dashed);
    const std::string words = "late from " + shortDuration(limit) + " on";
    constexpr double kNote = kBottom + 18;
    svg.text(kLeft, kNote, columns, {Ink::Muted, 12});
    svg.text(kRight, kNote, words, {Ink::Muted, 12, Anchor::End});
    svg.line(kRight - 170, kNote - 4, kRight - 140, kNote - 4, dashed);
}

void drawLegend(SvgWriter& svg, const Anatomy& anatomy) {
    constexpr double kColumn = 212;
    constexpr double kSize = 12;
    std::size_t i = 0;
    for (const Cause cause : causesInOrder()) {
        const double x = 8 + kColumn * static_cast<double>(i % 3);
        const double y = kBottom + 34 + 20 * static_cast<double>(i / 3);
        const AreaColumn swatch{x, x + kSize, y, y + kSize};
        drawArea(svg, lookOf(cause), {swatch});
        const bool any = anatomy.of(cause).frames > 0;
        svg.text(x + kSize + 6, y + 10, causeName(cause), {any ? Ink::Text : Ink::Muted, 12});
        ++i;
    }
}

/// What one column is, below the axis.
std::string columnWords(const LoopEvidence& loop, const Layout& layout) {
    const std::string what =
        layout.several ? "a column shows the worst of several" : "one column is one of them";
    const auto drawn = static_cast<std::int64_t>(loop.lateFrames.size());
    return drawn < loop.anatomy.lateFrames() ? "the first " + std::to_string(drawn) + " of them; " + what
                                             : what;
}

std::string describe(const Anatomy& anatomy, double worst) {
    std::string text = std::to_string(anatomy.lateFrames()) + " late, the worst by " + shortDuration(worst) +
                       ". By first cause:";
    for (const Cause cause : causesInOrder()) {
        if (anatomy.of(cause).frames > 0)
            text +=
                " " + std::string(causeName(cause)) + " " + std::to_string(anatomy.of(cause).frames) + ".";
    }
    return text;
}

} // namespace

std::string anatomyFigure(const Diagnosis& diagnosis, SvgTheme theme) {
    const LoopEvidence& now = diagnosis.now;
    const std::vector<Group> groups = groupsOf(now.lateFrames);
    if (groups.empty())
        return {};
    double worst = static_cast<double>(diagnosis.plan.target.beyond.count());
    for (const Group& group : groups)
        worst = std::max(worst, static_cast<double>(group.frames.front().total()));
    constexpr double kHeadroom = 1.05;
    const SvgScale y = SvgScale::linear(0, worst * kHeadroom, kBottom, kTop);
    const Layout layout = layoutOf(groups);
    SvgWriter svg(kWidth, kBottom + 76, theme, "Anatomy of the late frames", describe(now.anatomy, worst));
    drawAxis(svg, y, worst * kHeadroom, diagnosis.plan.target.frames());
    const Areas areas = areasOf(groups, layout, y);
    for (std::size_t i = 0; i < kLooks.size(); ++i)
        drawArea(svg, kLooks[i], areas[i]);
    svg.line(kLeft, kBottom, kRight, kBottom, {Ink::Border, 1, {}});
    drawLimit(svg, y, diagnosis.plan.target.beyond, columnWords(now, layout));
    drawLegend(svg, now.anatomy);
    return svg.finish();
}

} // namespace jitterscope
