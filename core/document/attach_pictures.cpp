// SPDX-License-Identifier: MIT
#include "core/document/attach_pictures.h"

#include "core/attach/attach_words.h"
#include "core/base/parse.h"
#include "core/base/said.h"
#include "core/picture/scale.h"
#include "core/picture/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kMillisecond = 1e6; // ns
constexpr double kAxisRoom = 22;     // px below
constexpr double kValueRoom = 44;    // px at the left
constexpr double kAboveRoom = 22;    // px above, for names
constexpr TextLook kAxisText{Ink::Muted, 11, Anchor::Middle, false, true};

/// Ticks in ms along the bottom.
void drawMilliseconds(Picture& picture, const Scale& x, double low, double high, double bottom) {
    const std::vector<double> ticks = roundTicks(low / kMillisecond, high / kMillisecond,
                                                 std::max(2, static_cast<int>(picture.width / 90)));
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double at = x.at(ticks[i] * kMillisecond);
        picture.line(at, bottom, at, bottom + 4, {Ink::Border, 1, {}});
        const std::string words = tickText(ticks[i]) + (i + 1 == ticks.size() ? " ms" : "");
        TextLook look = kAxisText;
        if (at < roomFor(words, look) / 2)
            look.anchor = Anchor::Start;
        if (look.anchor == Anchor::Start || at + roomFor(words, look) / 2 <= picture.width)
            picture.text(at, bottom + 17, words, look);
    }
}

/// A part of the mean frame.
struct FramePart {
    const char* name;
    double length;
    AreaLook look;
};

Interval timesOf(const HeardLoop& loop) {
    std::vector<double> times;
    for (const HeardFrame& frame : loop.frames())
        times.push_back(static_cast<double>(frame.frameTime));
    std::ranges::sort(times);
    const auto at = [&](double fraction) {
        return times[static_cast<std::size_t>(fraction * static_cast<double>(times.size() - 1))];
    };
    constexpr double kOutside = 0.002; // a single hitch does not press the rest flat
    const double low = std::min(at(kOutside), loop.aim());
    const double high = std::max(at(1 - kOutside), loop.aim() + loop.tolerance());
    const double room = 0.08 * (high - low);
    return {std::max(0.0, low - room), high + room};
}

} // namespace

Picture loopFramePicture(const HeardLoop& loop, double width, double height) {
    if (loop.frames().empty())
        return {};
    const HeardLoop::Means mean = loop.means();
    const std::array<FramePart, 5> parts{{{"work", mean.work, {Ink::First, Hatch::Solid}},
                                          {"present", mean.present, {Ink::Violet, Hatch::FallingLines}},
                                          {"yields", mean.yields, {Ink::Muted, Hatch::VerticalLines}},
                                          {"waits", mean.wait, {Ink::First, Hatch::HorizontalLines}},
                                          {"late", mean.overshoot, {Ink::Second, Hatch::RisingLines}}}};
    std::string description = "The mean frame takes " + said::duration(mean.frameTime) + ":";
    Picture picture{width, height, "The mean frame", {}, {}};
    const double bottom = height - kAxisRoom;
    const Scale x = Scale::linear(0, mean.frameTime, 1, width - 1);
    double from = 0;
    double textEnd = 0;
    for (const FramePart& part : parts) {
        if (part.length <= 0)
            continue;
        const double left = x.at(from);
        const double wide = std::max(1.0, x.at(from + part.length) - left);
        picture.shapes.emplace_back(BoxShape{{left, kAboveRoom}, wide, bottom - kAboveRoom, part.look});
        const std::string words = std::string(part.name) + " " + said::shortDuration(part.length);
        description += " " + words + ",";
        constexpr TextLook kName{Ink::Text, 11, Anchor::Start, false, false};
        const double room = roomFor(words, kName);
        const double at = std::max(textEnd, std::min(left, width - room));
        if (at + room <= width) {
            picture.text(at, kAboveRoom - 7, words, kName);
            textEnd = at + room + 10;
        }
        from += part.length;
    }
    description.back() = '.';
    picture.description = description;
    drawMilliseconds(picture, x, 0, mean.frameTime, bottom);
    return picture;
}

Picture loopTimesPicture(const HeardLoop& loop, double width, double height) {
    if (loop.frames().empty())
        return {};
    const Interval range = timesOf(loop);
    const double bottom = height - kAxisRoom;
    const std::int64_t first = loop.frames().front().start;
    const auto seconds = static_cast<double>(loop.frames().back().start - first) / 1e9;
    Picture picture{width,
                    height,
                    "Frame times over time",
                    std::to_string(loop.longFrames()) + " of " + std::to_string(loop.frames().size()) +
                        " frames are long.",
                    {}};
    const Scale x = Scale::linear(0, std::max(seconds, 1e-3), kValueRoom, width - 6);
    const Scale y = Scale::linear(range.low, range.high, bottom, 8);
    for (const double tick : roundTicks(range.low / kMillisecond, range.high / kMillisecond,
                                        std::max(2, static_cast<int>(height / 40)))) {
        const double at = y.at(tick * kMillisecond);
        picture.line(kValueRoom, at, width - 6, at, {Ink::Hairline, 1, {}});
        picture.text(kValueRoom - 6, at + 4, tickText(tick), {Ink::Muted, 11, Anchor::End, false, true});
    }
    for (const double tick : roundTicks(0, seconds, std::max(2, static_cast<int>(width / 90))))
        picture.text(x.at(tick), bottom + 17, tickText(tick) + " s",
                     {Ink::Muted, 11, tick == 0 ? Anchor::Start : Anchor::Middle, false, true});
    // Least and largest of each column of pixels: any number of frames is one line.
    // A pause, which is no frame, breaks it.
    Path lines{{}};
    const auto& frames = loop.frames();
    const auto columnOf = [&](const HeardFrame& frame) {
        return std::floor(x.at(static_cast<double>(frame.start - first) / 1e9));
    };
    for (std::size_t i = 0; i < frames.size();) {
        const double at = columnOf(frames[i]);
        if (i > 0 && frames[i].start != frames[i - 1].start + frames[i - 1].frameTime)
            lines.emplace_back();
        double least = static_cast<double>(frames[i].frameTime);
        double most = least;
        for (; i < frames.size() && columnOf(frames[i]) == at; ++i) {
            least = std::min(least, static_cast<double>(frames[i].frameTime));
            most = std::max(most, static_cast<double>(frames[i].frameTime));
        }
        lines.back().points.push_back({at, y.at(least)});
        if (most > least)
            lines.back().points.push_back({at, y.at(most)});
        if (most > loop.aim() + loop.tolerance())
            picture.circle(at, y.at(most), 2, Ink::Late);
    }
    picture.stroke(std::move(lines), {Ink::First, 1, {}});
    picture.line(kValueRoom, y.at(loop.aim()), width - 6, y.at(loop.aim()), {Ink::Text, 1, "4 3"});
    return picture;
}

Picture loopHistogramPicture(const HeardLoop& loop, double width, double height) {
    if (loop.frames().empty())
        return {};
    const Interval range = timesOf(loop);
    const double bottom = height - kAxisRoom;
    constexpr std::size_t kBins = 60;
    std::array<double, kBins> bins{};
    for (const HeardFrame& frame : loop.frames()) {
        const double place =
            (static_cast<double>(frame.frameTime) - range.low) / (range.high - range.low) * kBins;
        bins[static_cast<std::size_t>(std::clamp(place, 0.0, kBins - 1.0))] += 1;
    }
    const double most = *std::ranges::max_element(bins);
    Picture picture{
        width, height, "Histogram of the frame times", "How often each frame time came, in ms.", {}};
    const Scale x = Scale::linear(range.low, range.high, kValueRoom, width - 6);
    const Scale y = Scale::linear(0, most * 1.1, bottom, 8);
    for (const double tick : roundTicks(0, most, std::max(2, static_cast<int>(height / 40)))) {
        picture.line(kValueRoom, y.at(tick), width - 6, y.at(tick), {Ink::Hairline, 1, {}});
        picture.text(kValueRoom - 6, y.at(tick) + 4, tickText(tick),
                     {Ink::Muted, 11, Anchor::End, false, true});
    }
    Outline edge;
    for (std::size_t i = 0; i < kBins; ++i) {
        const auto left = range.low + (range.high - range.low) * static_cast<double>(i) / kBins;
        const auto right = range.low + (range.high - range.low) * static_cast<double>(i + 1) / kBins;
        edge.points.push_back({x.at(left), y.at(bins[i])});
        edge.points.push_back({x.at(right), y.at(bins[i])});
    }
    Outline area = edge;
    area.points.insert(area.points.begin(), {x.at(range.low), bottom});
    area.points.push_back({x.at(range.high), bottom});
    area.closed = true;
    picture.fill({area}, Ink::First, 0.16);
    picture.stroke({edge}, {Ink::First, 1.4, {}});
    picture.line(x.at(loop.aim()), 8, x.at(loop.aim()), bottom, {Ink::Text, 1, "4 3"});
    drawMilliseconds(picture, x, range.low, range.high, bottom);
    return picture;
}

Picture loopCausesPicture(const HeardLoop& loop, double width, double height) {
    if (loop.cost() <= 0)
        return {};
    struct Bar {
        LoopCause cause;
        double share;
    };
    std::vector<Bar> bars;
    for (std::size_t i = 0; i < kLoopCauses; ++i) {
        const auto cause = static_cast<LoopCause>(i);
        if (loop.costOf(cause) > 0)
            bars.push_back({cause, loop.costOf(cause) / loop.cost()});
    }
    std::ranges::stable_sort(bars, std::greater<>(), &Bar::share);
    constexpr std::array<AreaLook, kLoopCauses> kLooks{{{Ink::First, Hatch::Solid},
                                                        {Ink::Second, Hatch::RisingLines},
                                                        {Ink::Second, Hatch::Solid},
                                                        {Ink::First, Hatch::HorizontalLines},
                                                        {Ink::Violet, Hatch::Solid},
                                                        {Ink::Violet, Hatch::FallingLines},
                                                        {Ink::Muted, Hatch::VerticalLines}}};
    constexpr double kShareRoom = 52;
    const double barRoom = std::clamp(0.35 * width, 60.0, 220.0);
    const double step = std::min(28.0, height / static_cast<double>(bars.size()));
    Picture picture{width, height, "What makes its long frames long", {}, {}};
    double top = 0;
    for (const Bar& bar : bars) {
        const double middle = top + step / 2;
        const std::string share = decimalText(100 * bar.share, bar.share < 0.1 ? 1 : 0) + " %";
        picture.text(kShareRoom - 8, middle + 4, share, {Ink::Text, 12, Anchor::End, true, true});
        picture.rect(kShareRoom, middle - 5, barRoom, 10, Ink::Hairline, 1, 3);
        picture.shapes.emplace_back(BoxShape{{kShareRoom, middle - 5},
                                             std::max(2.0, barRoom * bar.share),
                                             10,
                                             kLooks[static_cast<std::size_t>(bar.cause)],
                                             0.8});
        picture.text(kShareRoom + barRoom + 12, middle + 4, loopCauseName(bar.cause),
                     {Ink::Text, 12, Anchor::Start, &bar == &bars.front(), false});
        picture.description += std::string(loopCauseName(bar.cause)) + " " + share + ". ";
        top += step;
    }
    return picture;
}

} // namespace jitterscope
