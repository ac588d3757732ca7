// SPDX-License-Identifier: MIT
#include "core/attach/attach_report.h"
#include "core/base/said.h"
#include "core/figure/bins.h"
#include "core/figure/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace jitterscope {
namespace {

const LineLook kAim{Ink::Text, 1, {4, 3}};

/// The frame times that are shown, ns: a single hitch does not press the rest flat.
Range shownTimes(const HeardLoop& loop) {
    constexpr double kOutside = 0.002; // of the frames, at each end
    constexpr double kRoom = 0.08;
    std::vector<double> times;
    for (const HeardFrame& frame : loop.frames())
        times.push_back(static_cast<double>(frame.frameTime));
    std::ranges::sort(times);
    const auto at = [&](double fraction) {
        return times[static_cast<std::size_t>(fraction * static_cast<double>(times.size() - 1))];
    };
    const double low = std::min(at(kOutside), loop.aim());
    const double high = std::max(at(1 - kOutside), loop.aim() + loop.tolerance());
    return {std::max(0.0, low - kRoom * (high - low)), high + kRoom * (high - low)};
}

const char* aimText(const HeardLoop& loop) {
    return loop.aimIsMeant() ? "meant" : loop.aimIsItsOwn() ? "its work and its sleep" : "usual";
}

bool isLong(const HeardLoop& loop, double frameTime) {
    return frameTime > loop.aim() + loop.tolerance();
}

/// Up and down through the shortest and the longest frame of each column; a pause breaks the line.
struct TimesOverTime {
    std::vector<ChartPoint> line;
    std::vector<ChartPoint> longOnes;
};

TimesOverTime timesOverTime(const HeardLoop& loop, std::size_t columns) {
    const std::vector<HeardFrame>& frames = loop.frames();
    const std::int64_t first = frames.front().start;
    const auto span = static_cast<double>(frames.back().start - first);
    const auto secondsAt = [&](const HeardFrame& frame) {
        return static_cast<double>(frame.start - first) / 1e9;
    };
    const auto columnOf = [&](std::size_t i) {
        return frames.size() <= columns
                   ? i
                   : static_cast<std::size_t>(static_cast<double>(frames[i].start - first) / span *
                                              static_cast<double>(columns));
    };
    const auto timeOf = [](const HeardFrame& frame) { return static_cast<double>(frame.frameTime); };
    TimesOverTime drawn;
    for (std::size_t i = 0; i < frames.size();) {
        if (i > 0 && frames[i].start != frames[i - 1].start + frames[i - 1].frameTime)
            drawn.line.push_back({.x = secondsAt(frames[i]), .y = std::numeric_limits<double>::quiet_NaN()});
        const std::size_t begin = i;
        const std::size_t column = columnOf(i);
        double least = timeOf(frames[i]);
        double most = least;
        for (; i < frames.size() && columnOf(i) == column; ++i) {
            least = std::min(least, timeOf(frames[i]));
            most = std::max(most, timeOf(frames[i]));
        }
        const double at = secondsAt(frames[begin]);
        drawn.line.push_back({.x = at, .y = least});
        if (most > least)
            drawn.line.push_back({.x = at, .y = most});
        if (isLong(loop, most))
            drawn.longOnes.push_back({.x = at, .y = most});
    }
    return drawn;
}

} // namespace

Figure loopTimesFigure(const HeardLoop& loop, std::size_t columns) {
    if (loop.frames().empty())
        return {};
    TimesOverTime drawn = timesOverTime(loop, columns);
    ChartSeries line{.name = "frame times", .look = {Ink::First, 1.2}, .points = std::move(drawn.line)};
    line.dots = false;
    ChartSeries longOnes{.name = "long", .look = {Ink::Late, 1}, .points = std::move(drawn.longOnes)};
    longOnes.line = false;
    const Range shown = shownTimes(loop);
    const auto longest =
        static_cast<double>(std::ranges::max(loop.frames(), {}, &HeardFrame::frameTime).frameTime);
    const double seconds =
        static_cast<double>(loop.frames().back().start - loop.frames().front().start) / 1e9;
    Chart chart;
    chart.x = Axis(AxisScale::Linear, Quantity::Number, "time of the recording, s");
    chart.x.setRange({0, std::max(seconds, 1e-3)});
    chart.y = Axis(AxisScale::Linear, Quantity::Time, "frame time");
    chart.y.setRange(shown, Range{0, std::max(shown.high, longest)});
    chart.series = {std::move(line), std::move(longOnes)};
    chart.references = {{Reference::Horizontal, loop.aim(), {}, kAim, true}};
    Figure figure{.id = "frame-times", .title = "Frame times"};
    figure.description = std::to_string(loop.longFrames()) + " of " + std::to_string(loop.frames().size()) +
                         " frames are long: the dots.";
    figure.panels.push_back(std::move(chart));
    figure.key = {
        {aimText(loop), kAim},
        {"longer than " + said::shortDuration(loop.aim() + loop.tolerance()), LineLook{Ink::Late, 3}}};
    return figure;
}

Figure loopHistogramFigure(const HeardLoop& loop) {
    if (loop.frames().empty())
        return {};
    constexpr int kBins = 60;
    std::vector<Histogram::Bucket> each;
    for (const HeardFrame& frame : loop.frames())
        each.push_back({frame.frameTime, frame.frameTime, 1});
    const Range shown = shownTimes(loop);
    const Bins bins = rebin(each, shown, kBins);
    Chart chart;
    chart.x = Axis(AxisScale::Linear, Quantity::Time, "frame time");
    chart.x.setRange(shown);
    chart.y = countAxis("frames", bins.largest());
    chart.series.push_back(stepSeries("frames", {Ink::First, 1.4}, bins));
    chart.stretches = stretchesOver(
        bins, [&bins](std::size_t bin) { return said::count(std::llround(bins.counts[bin])) + " frames"; });
    chart.references = {{Reference::Vertical, loop.aim(), {}, kAim, true}};
    Figure figure{.id = "histogram", .title = "Histogram of the frame times"};
    figure.description = histogramText(bins);
    figure.panels.push_back(std::move(chart));
    figure.key = {{aimText(loop), kAim}};
    return figure;
}

Figure loopCausesFigure(const HeardLoop& loop) {
    if (loop.cost() <= 0)
        return {};
    constexpr std::array<Ink, kLoopCauses> kInks{Ink::First,  Ink::Second, Ink::Second, Ink::First,
                                                 Ink::Violet, Ink::Violet, Ink::Muted};
    std::vector<ChartBar> bars;
    for (std::size_t i = 0; i < kLoopCauses; ++i) {
        const auto cause = static_cast<LoopCause>(i);
        if (loop.costOf(cause) > 0)
            bars.push_back({.name = std::string(loopCauseName(cause)),
                            .ink = kInks[i],
                            .value = 100 * loop.costOf(cause) / loop.cost()});
    }
    std::ranges::stable_sort(bars, std::greater<>(), &ChartBar::value);
    Figure figure{.id = "causes", .title = "What makes its long frames long"};
    figure.description = "What each cause adds to the long frames, in % of the extra time.";
    figure.panels.push_back(
        barChart(Axis(AxisScale::Linear, Quantity::Percent, "extra time"), std::move(bars)));
    return figure;
}

} // namespace jitterscope
