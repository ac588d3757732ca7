// SPDX-License-Identifier: MIT
#include "core/document/comparison_figures.h"

#include "core/base/parse.h"
#include "core/picture/scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 260;
constexpr double kLeft = 64;
constexpr double kRight = kWidth - 16;
constexpr double kTop = 30;
constexpr double kBottom = kHeight - 34;
constexpr Ink kInkA = Ink::Second;
constexpr Ink kInkB = Ink::First;
constexpr std::string_view kDashes = "5 3";

std::string moveTo(double x, double y) {
    return "M" + svgNumber(x) + " " + svgNumber(y);
}
std::string lineTo(double x, double y) {
    return "L" + svgNumber(x) + " " + svgNumber(y);
}

std::string_view quantityWords(RunQuantity quantity) noexcept {
    switch (quantity) {
    case RunQuantity::FrameTime:
        return "frame time";
    case RunQuantity::Lateness:
        return "lateness";
    case RunQuantity::Error:
        return "error";
    case RunQuantity::Duration:
        break;
    }
    return "duration";
}

/// One unit for a whole axis: that of its largest value.
struct AxisUnit {
    double scale = 1;
    const char* name = "ns";

    explicit AxisUnit(double largest) {
        if (largest >= 1e9)
            *this = {1e9, "s"};
        else if (largest >= 1e6)
            *this = {1e6, "ms"};
        else if (largest >= 1e3)
            *this = {1e3, "µs"};
    }
    AxisUnit(double unit, const char* text) : scale(unit), name(text) {}
};

/// A multiple of a round step, without the rounding of its sum.
std::string tickText(double value) {
    return plainNumberText(std::round(value * 1e9) / 1e9);
}

void drawKey(SvgWriter& svg, const std::string& title) {
    svg.text(kLeft, 16, title, {Ink::Text, 12, Anchor::Start, true});
    svg.line(kRight - 96, 12, kRight - 72, 12, {kInkA, 2, kDashes});
    svg.text(kRight - 68, 16, "A", {kInkA, 12, Anchor::Start, true});
    svg.line(kRight - 44, 12, kRight - 20, 12, {kInkB, 2, {}});
    svg.text(kRight - 16, 16, "B", {kInkB, 12, Anchor::Start, true});
}

/// Horizontal grid lines with their values.
void drawValueAxis(SvgWriter& svg, const SvgScale& scale, double low, double high, const AxisUnit& unit) {
    for (const double tick : roundTicks(low / unit.scale, high / unit.scale, 6)) {
        const double y = scale.at(tick * unit.scale);
        svg.line(kLeft, y, kRight, y, {Ink::Hairline, 1, {}});
        svg.text(kLeft - 6, y + 4, tickText(tick), {Ink::Muted, 11, Anchor::End, false, true});
    }
}

void drawTimeTicks(SvgWriter& svg, const SvgScale& scale, double low, double high, const AxisUnit& unit) {
    for (const double tick : roundTicks(low / unit.scale, high / unit.scale, 8)) {
        const double x = scale.at(tick * unit.scale);
        svg.line(x, kTop, x, kBottom, {Ink::Hairline, 1, {}});
        svg.text(x, kBottom + 16, tickText(tick), {Ink::Muted, 11, Anchor::Middle, false, true});
    }
}

// --- histogram ---

/// The outline of the bins.
std::string stepPath(const OverlaidCounts& counts, const std::vector<double>& bins, const SvgScale& x,
                     const SvgScale& y, bool closed) {
    std::string path = moveTo(x.at(counts.low), closed ? kBottom : y.at(std::max(0.5, bins.front())));
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const double top = y.at(std::max(0.5, bins[i]));
        const double left = counts.low + counts.width * static_cast<double>(i);
        path += lineTo(x.at(left), top) + lineTo(x.at(left + counts.width), top);
    }
    if (closed)
        path += lineTo(x.at(counts.low + counts.width * static_cast<double>(bins.size())), kBottom) + "Z";
    return path;
}

// --- quantiles ---

double placeOf(double fraction) {
    return -std::log10(1 - fraction);
}

std::string bandPath(const QuantileCurve& curve, const SvgScale& x, const SvgScale& y) {
    std::string path;
    for (const QuantilePoint& point : curve.points)
        path += (path.empty() ? "M" : "L") + svgNumber(x.at(placeOf(point.fraction))) + " " +
                svgNumber(y.at(point.band.high));
    for (auto point = curve.points.rbegin(); point != curve.points.rend(); ++point)
        path += lineTo(x.at(placeOf(point->fraction)), y.at(point->band.low));
    return path + "Z";
}

std::string curvePath(const QuantileCurve& curve, const SvgScale& x, const SvgScale& y) {
    std::string path;
    for (const QuantilePoint& point : curve.points)
        path += (path.empty() ? "M" : "L") + svgNumber(x.at(placeOf(point.fraction))) + " " +
                svgNumber(y.at(point.value));
    return path;
}

/// From the least to the largest value of both curves, with a little room.
Interval valuesOf(const QuantileCurve& a, const QuantileCurve& b) {
    Interval range{1e300, -1e300};
    for (const QuantileCurve* const curve : {&a, &b}) {
        for (const QuantilePoint& point : curve->points) {
            range.low = std::min(range.low, point.band.low);
            range.high = std::max(range.high, point.band.high);
        }
    }
    const double room = std::max(1.0, 0.04 * (range.high - range.low));
    return {range.low - room, range.high + room};
}

// --- strips ---

std::string stripPath(const std::vector<StripColumn>& strip, const SvgScale& x, const SvgScale& y) {
    std::string path;
    for (const StripColumn& column : strip) {
        const double place = x.at((column.from + column.to) / 2);
        path += moveTo(place, y.at(column.least)) + lineTo(place, y.at(column.largest) - 0.8);
    }
    return path;
}

} // namespace

std::string countsFigure(const ComparisonCurves& curves, SvgTheme theme) {
    const OverlaidCounts& counts = curves.counts;
    double most = 0;
    for (const std::vector<double>* const bins : {&counts.a, &counts.b}) {
        for (const double count : *bins)
            most = std::max(most, count);
    }
    if (most <= 0)
        return {};
    const double high = counts.low + counts.width * static_cast<double>(counts.a.size());
    const AxisUnit unit(std::max(std::abs(counts.low), std::abs(high)));
    const std::string what(quantityWords(curves.quantity));
    SvgWriter svg(kWidth, kHeight, theme, "Histograms of " + what,
                  "How often each time occurred in A and in B.");
    drawKey(svg, what + ", " + unit.name + " · counts, log");
    const SvgScale x = SvgScale::linear(counts.low, high, kLeft, kRight);
    const SvgScale y = SvgScale::decades(0.5, most * 1.3, kBottom, kTop);
    drawTimeTicks(svg, x, counts.low, high, unit);
    for (double decade = 1; decade <= most * 1.3; decade *= 10) {
        svg.line(kLeft, y.at(decade), kRight, y.at(decade), {Ink::Hairline, 1, {}});
        svg.text(kLeft - 6, y.at(decade) + 4, plainNumberText(decade),
                 {Ink::Muted, 11, Anchor::End, false, true});
    }
    svg.fillPath(stepPath(counts, counts.a, x, y, true), kInkA, 0.14);
    svg.fillPath(stepPath(counts, counts.b, x, y, true), kInkB, 0.14);
    svg.strokePath(stepPath(counts, counts.a, x, y, false), {kInkA, 1.5, kDashes});
    svg.strokePath(stepPath(counts, counts.b, x, y, false), {kInkB, 1.5, {}});
    if (curves.limit > counts.low && curves.limit < high)
        svg.line(x.at(curves.limit), kTop, x.at(curves.limit), kBottom, {Ink::Text, 1, "3 3"});
    svg.line(kLeft, kBottom, kRight, kBottom, {Ink::Border, 1, {}});
    return svg.finish();
}

std::string quantilesFigure(const ComparisonCurves& curves, SvgTheme theme) {
    if (curves.quantilesA.points.empty() || curves.quantilesB.points.empty())
        return {};
    const Interval range = valuesOf(curves.quantilesA, curves.quantilesB);
    const AxisUnit unit(std::max(std::abs(range.low), std::abs(range.high)));
    const std::string what(quantityWords(curves.quantity));
    SvgWriter svg(kWidth, kHeight, theme, "Quantiles of " + what,
                  "Which share of the values is at most so large.");
    drawKey(svg, what + ", " + unit.name + " · bands 95 %");
    const double last = std::max(curves.quantilesA.last, curves.quantilesB.last);
    const SvgScale x = SvgScale::linear(placeOf(0.5), std::max(placeOf(last), placeOf(0.9)), kLeft, kRight);
    const SvgScale y = SvgScale::linear(range.low, range.high, kBottom, kTop);
    drawValueAxis(svg, y, range.low, range.high, unit);
    for (const double fraction : {0.5, 0.9, 0.99, 0.999, 0.9999}) {
        if (fraction > last && fraction > 0.9)
            break;
        const double place = x.at(placeOf(fraction));
        svg.line(place, kTop, place, kBottom, {Ink::Hairline, 1, {}});
        svg.text(place, kBottom + 16, plainNumberText(std::round(fraction * 1e6) / 1e4) + " %",
                 {Ink::Muted, 11, fraction == 0.5 ? Anchor::Start : Anchor::Middle, false, true});
    }
    svg.fillPath(bandPath(curves.quantilesA, x, y), kInkA, 0.18);
    svg.fillPath(bandPath(curves.quantilesB, x, y), kInkB, 0.18);
    svg.strokePath(curvePath(curves.quantilesA, x, y), {kInkA, 2, kDashes});
    svg.strokePath(curvePath(curves.quantilesB, x, y), {kInkB, 2, {}});
    svg.line(kLeft, kBottom, kRight, kBottom, {Ink::Border, 1, {}});
    return svg.finish();
}

std::string stripsFigure(const PairOverTime& pair, SvgTheme theme) {
    if (pair.a.empty() || pair.b.empty())
        return {};
    Interval range{1e300, -1e300};
    double end = 0;
    for (const std::vector<StripColumn>* const strip : {&pair.a, &pair.b}) {
        for (const StripColumn& column : *strip) {
            range.low = std::min(range.low, column.least);
            range.high = std::max(range.high, column.largest);
        }
        end = std::max(end, strip->back().to);
    }
    const AxisUnit unit(std::max(std::abs(range.low), std::abs(range.high)));
    const std::string what(quantityWords(pair.quantity));
    SvgWriter svg(kWidth, kHeight, theme, "Over time: " + what,
                  "Least and largest values over the time of each run.");
    drawKey(svg, what + ", " + unit.name +
                     (pair.seconds ? " · over the time of the run, s" : " · over the number of the value"));
    const SvgScale x = SvgScale::linear(0, std::max(end, 1e-9), kLeft, kRight);
    const double middle = (kTop + kBottom) / 2;
    const double high = std::max(range.high, range.low + 1);
    const SvgScale above = SvgScale::linear(range.low, high, middle - 8, kTop);
    const SvgScale below = SvgScale::linear(range.low, high, kBottom, middle + 8);
    drawTimeTicks(svg, x, 0, end, AxisUnit(1.0, pair.seconds ? "s" : ""));
    for (const SvgScale* const y : {&above, &below}) {
        for (const double tick : roundTicks(range.low / unit.scale, high / unit.scale, 3))
            svg.text(kLeft - 6, y->at(tick * unit.scale) + 4, tickText(tick),
                     {Ink::Muted, 11, Anchor::End, false, true});
    }
    svg.strokePath(stripPath(pair.a, x, above), {kInkA, 1.2, {}});
    svg.strokePath(stripPath(pair.b, x, below), {kInkB, 1.2, {}});
    svg.text(kRight, kTop + 10, "A", {kInkA, 12, Anchor::End, true});
    svg.text(kRight, middle + 20, "B", {kInkB, 12, Anchor::End, true});
    return svg.finish();
}

} // namespace jitterscope
