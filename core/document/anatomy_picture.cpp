// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/document/diagnosis_pictures.h"
#include "core/picture/chart_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

constexpr double kAnatomyLeft = 48;
constexpr double kAnatomyTop = 26;
constexpr double kGroupGap = 8;        // px between groups
constexpr double kWidest = 12;         // px of a column
constexpr double kNarrowestColumn = 1; // px of a column
constexpr double kLimitWords = 170;    // px for what the dashed line is
constexpr TextLook kNote{Ink::Muted, 12};
constexpr TextLook kNoteAtEnd{Ink::Muted, 12, Anchor::End};

/// From the deadline on, as the time passed (core/record/anatomy.h): the order in which parts are stacked.
constexpr std::array kStack{Cause::Work,     Cause::WokeLate, Cause::Margin,
                            Cause::RunQueue, Cause::LostCpu,  Cause::Other};

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
struct Columns {
    double width = 1;               ///< px of each
    std::vector<std::size_t> count; ///< of each group
    bool several = false;           ///< a column stands for more than one frame
};

Columns columnsOf(const std::vector<Group>& groups, double width) {
    std::size_t frames = 0;
    for (const Group& group : groups)
        frames += group.frames.size();
    const double room = width - kGroupGap * static_cast<double>(groups.size() - 1);
    const double wanted = room / static_cast<double>(frames);
    Columns columns{std::clamp(wanted, kNarrowestColumn, kWidest), {}, wanted < kNarrowestColumn};
    // Each group gets a column however few frames it has. Only the room that is left is shared.
    const double shared = room - static_cast<double>(groups.size());
    for (const Group& group : groups) {
        const auto size = static_cast<double>(group.frames.size());
        const double share = 1 + std::floor(shared * size / static_cast<double>(frames));
        columns.count.push_back(columns.several ? static_cast<std::size_t>(std::min(share, size))
                                                : group.frames.size());
    }
    return columns;
}

/// The columns of one part of all frames: [place in the stack][column].
using Areas = std::array<std::vector<AreaColumn>, kStack.size()>;

void addColumn(Areas& areas, const LatenessParts& parts, double left, double right, const ChartSpace& space) {
    double sum = 0;
    for (std::size_t i = 0; i < kStack.size(); ++i) {
        const double bottom = space.yAt(sum);
        sum += std::max<double>(0, static_cast<double>(parts.of(kStack[i])));
        areas[i].push_back({left, right, space.yAt(sum), bottom});
    }
}

Areas areasOf(const std::vector<Group>& groups, const Columns& columns, const ChartSpace& space) {
    Areas areas;
    double x = kAnatomyLeft;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::vector<LatenessParts>& frames = groups[i].frames;
        for (std::size_t column = 0; column < columns.count[i]; ++column) {
            // Sorted: the first frame of a column is its worst.
            addColumn(areas, frames[column * frames.size() / columns.count[i]], x, x + columns.width, space);
            x += columns.width;
        }
        x += kGroupGap;
    }
    return areas;
}

/// What one column is, below the axis: in as many words as fit into `room` px.
std::string columnWords(const LoopEvidence& loop, const Columns& columns, double room) {
    const std::string what =
        columns.several ? "a column shows the worst of several" : "one column is one of them";
    const auto drawn = static_cast<std::int64_t>(loop.lateFrames.size());
    const std::string part = "the first " + std::to_string(drawn) + " of them; ";
    if (drawn < loop.anatomy.lateFrames() && roomFor(part + what, kNote) <= room)
        return part + what;
    return roomFor(what, kNote) <= room ? what : columns.several ? "the worst of several" : "one each";
}

std::string describeAnatomy(const Anatomy& anatomy, double worst) {
    std::string text = std::to_string(anatomy.lateFrames()) + " late, the worst by " +
                       said::shortDuration(worst) + ". By first cause:";
    for (const Cause cause : causesInOrder()) {
        if (anatomy.of(cause).frames > 0)
            text +=
                " " + std::string(causeName(cause)) + " " + std::to_string(anatomy.of(cause).frames) + ".";
    }
    return text;
}

constexpr double kKeyColumn = 212; // px

/// Where the parts of the picture stand.
struct Places {
    double right = 0;
    double bottom = 0;    ///< of the columns
    double note = 0;      ///< base line of what the columns are
    double limitNote = 0; ///< base line of what the dashed line is; below `note` if both do not fit in a line
    double key = 0;       ///< top of the key
    std::size_t keyColumns = 1;
};

Places placesIn(const AnatomySize& size, const std::string& columnWords) {
    constexpr double kLine = 16;
    constexpr double kKeyRow = 20;
    Places places;
    places.right = size.width - 8;
    places.keyColumns = static_cast<std::size_t>(std::max(1.0, std::floor(size.width / kKeyColumn)));
    const bool apart = kAnatomyLeft + roomFor(columnWords, kNote) + kLimitWords > places.right;
    const std::size_t rows = size.key ? (kStack.size() + places.keyColumns - 1) / places.keyColumns : 0;
    const double below = (size.key ? 36 : 24) + kKeyRow * static_cast<double>(rows) + (apart ? kLine : 0);
    places.bottom = std::max(size.height - below, kAnatomyTop + 1);
    places.note = places.bottom + 18;
    places.limitNote = places.note + (apart ? kLine : 0);
    places.key = places.limitNote + 16;
    return places;
}

/// The axis, and what stands beside its title.
void drawAnatomyAxis(const ChartDrawing& drawing, std::string_view frames) {
    drawing.axes();
    Picture& picture = drawing.picture();
    const double right = drawing.area().right;
    for (const std::string& words : {"late " + std::string(frames) + " by first cause, worst first",
                                     std::string("by first cause, worst first")}) {
        if (roomFor(words, kNote) > right - 8 - roomFor("late, ms ", kNote))
            continue;
        picture.text(right, 16, words, kNoteAtEnd);
        break;
    }
}

void drawLimit(Picture& picture, const ChartSpace& space, double limit, const Places& places) {
    const double y = space.yAt(limit);
    const StrokeLook dashed{Ink::Text, 1.2, "4 3"};
    picture.line(kAnatomyLeft, y, places.right, y, {Ink::Card, 3, {}}); // apart from the hatches
    picture.line(kAnatomyLeft, y, places.right, y, dashed);
    picture.text(places.right, places.limitNote, "late from " + said::shortDuration(limit) + " on",
                 kNoteAtEnd);
    const double sample = places.right - kLimitWords;
    picture.line(sample, places.limitNote - 4, sample + 30, places.limitNote - 4, dashed);
}

void drawCauses(Picture& picture, const Anatomy& anatomy, const Places& places) {
    constexpr double kSize = 12;
    std::size_t i = 0;
    for (const Cause cause : causesInOrder()) {
        const double x = 8 + kKeyColumn * static_cast<double>(i % places.keyColumns);
        const std::size_t row = i / places.keyColumns;
        const double y = places.key + 20 * static_cast<double>(row);
        const AreaColumn swatch{x, x + kSize, y, y + kSize};
        drawArea(picture, causeLook(cause), {&swatch, 1});
        const bool any = anatomy.of(cause).frames > 0;
        picture.text(x + kSize + 6, y + 10, causeName(cause), {any ? Ink::Text : Ink::Muted, 12});
        ++i;
    }
}

} // namespace

AreaLook causeLook(Cause cause) noexcept {
    switch (cause) {
    case Cause::Work:
        return {Ink::Violet, Hatch::RisingLines};
    case Cause::WokeLate:
        return {Ink::First, Hatch::HorizontalLines};
    case Cause::Margin:
        return {Ink::Late, Hatch::FallingLines};
    case Cause::RunQueue:
        return {Ink::Second, Hatch::Solid};
    case Cause::LostCpu:
        return {Ink::Good, Hatch::Grid};
    case Cause::OnTime:
    case Cause::Stopped:
    case Cause::Other:
        break;
    }
    return {Ink::Muted, Hatch::VerticalLines};
}

Picture anatomyPicture(const LoopEvidence& loop, const Target& target, const AnatomySize& size) {
    const std::vector<Group> groups = groupsOf(loop.lateFrames);
    if (groups.empty())
        return {};
    const auto limit = static_cast<double>(target.beyond.count());
    double worst = limit;
    for (const Group& group : groups)
        worst = std::max(worst, static_cast<double>(group.frames.front().total()));
    constexpr double kHeadroom = 1.05;
    const Columns columns = columnsOf(groups, size.width - 8 - kAnatomyLeft);
    const std::string words = columnWords(loop, columns, size.width - 8 - kAnatomyLeft);
    const Places places = placesIn(size, words);
    Axis late(AxisScale::Linear, Quantity::Time, "late");
    late.setRange({0, worst * kHeadroom});
    const Axis causes = Axis::ofNames({});
    const ChartSpace space{causes, late, {kAnatomyLeft, kAnatomyTop, places.right, places.bottom}};
    Picture picture{
        size.width, size.height, "Anatomy of the late frames", describeAnatomy(loop.anatomy, worst), {}};
    drawAnatomyAxis(ChartDrawing(picture, space, {8, 0, places.right, size.height}), target.frames());
    const Areas areas = areasOf(groups, columns, space);
    for (std::size_t i = 0; i < kStack.size(); ++i)
        drawArea(picture, causeLook(kStack[i]), areas[i]);
    drawLimit(picture, space, limit, places);
    picture.text(kAnatomyLeft, places.note, words, kNote);
    if (size.key)
        drawCauses(picture, loop.anatomy, places);
    return picture;
}

} // namespace jitterscope
