// SPDX-License-Identifier: MIT
#include "core/document/comparison_pictures.h"

#include "core/base/parse.h"
#include "core/base/portable_math.h"
#include "core/base/said.h"
#include "core/picture/scale.h"
#include "core/picture/ticks.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jitterscope {
namespace {

constexpr double kPictureWidth = 640;
constexpr double kHeight = 260;
constexpr double kLeft = 64;
constexpr double kRight = kPictureWidth - 16;
constexpr double kTop = 30;
constexpr double kBottom = kHeight - 34;
constexpr Ink kInkA = Ink::Second;
constexpr Ink kInkB = Ink::First;
constexpr const char* kDashes = "5 3";

std::string_view quantityWords(RunQuantity quantity) noexcept {
    switch (quantity) {
    case RunQuantity::FrameTime:
        return "frame time";
    case RunQuantity::Lateness:
        return "lateness";
    case RunQuantity::Error:
        return "error";
    case RunQuantity::Displayed:
        return "displayed time";
    default:
        break;
    }
    return "duration";
}

/// `dashesOfA`: the dashes of A's line in the picture.
void drawKey(Picture& picture, const std::string& title, std::string dashesOfA) {
    picture.text(kLeft, 16, title, {Ink::Text, 12, Anchor::Start, true});
    picture.line(kRight - 96, 12, kRight - 72, 12, {kInkA, 2, dashesOfA});
    picture.text(kRight - 68, 16, "A", {kInkA, 12, Anchor::Start, true});
    picture.line(kRight - 44, 12, kRight - 20, 12, {kInkB, 2, {}});
    picture.text(kRight - 16, 16, "B", {kInkB, 12, Anchor::Start, true});
}

/// Horizontal grid lines with their values.
void drawValueAxis(Picture& picture, const Scale& scale, double low, double high, const TimeUnit& unit) {
    for (const double tick : roundTicks(low / unit.nanoseconds, high / unit.nanoseconds, 6)) {
        const double y = scale.at(tick * unit.nanoseconds);
        picture.line(kLeft, y, kRight, y, {Ink::Hairline, 1, {}});
        picture.text(kLeft - 6, y + 4, tickText(tick), {Ink::Muted, 11, Anchor::End, false, true});
    }
}

void drawTimeTicks(Picture& picture, const Scale& scale, double low, double high, const TimeUnit& unit) {
    for (const double tick : roundTicks(low / unit.nanoseconds, high / unit.nanoseconds, 8)) {
        const double x = scale.at(tick * unit.nanoseconds);
        picture.line(x, kTop, x, kBottom, {Ink::Hairline, 1, {}});
        picture.text(x, kBottom + 16, tickText(tick), {Ink::Muted, 11, Anchor::Middle, false, true});
    }
}

// --- histogram ---

/// The upper edge of the bins.
Outline stepsOf(const OverlaidCounts& counts, const std::vector<double>& bins, const Scale& x,
                const Scale& y) {
    Outline steps;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const double top = y.at(std::max(0.5, bins[i]));
        const double left = counts.low + counts.width * static_cast<double>(i);
        steps.points.push_back({x.at(left), top});
        steps.points.push_back({x.at(left + counts.width), top});
    }
    return steps;
}

/// What lies below such an edge.
Outline areaBelow(Outline edge) {
    edge.points.insert(edge.points.begin(), {edge.points.front().x, kBottom});
    edge.points.push_back({edge.points.back().x, kBottom});
    edge.closed = true;
    return edge;
}

// --- quantiles ---

double placeOf(double fraction) {
    return -portable::log10(1 - fraction);
}

Outline bandOf(const QuantileCurve& curve, const Scale& x, const Scale& y) {
    Outline band{{}, true};
    for (const QuantilePoint& point : curve.points)
        band.points.push_back({x.at(placeOf(point.fraction)), y.at(point.band.high)});
    for (auto point = curve.points.rbegin(); point != curve.points.rend(); ++point)
        band.points.push_back({x.at(placeOf(point->fraction)), y.at(point->band.low)});
    return band;
}

Outline lineOf(const QuantileCurve& curve, const Scale& x, const Scale& y) {
    Outline line;
    for (const QuantilePoint& point : curve.points)
        line.points.push_back({x.at(placeOf(point.fraction)), y.at(point.value)});
    return line;
}

/// From the least to the largest value of both curves.
Interval valuesOf(const QuantileCurve& a, const QuantileCurve& b) {
    Interval range{1e300, -1e300};
    for (const QuantileCurve* const curve : {&a, &b}) {
        for (const QuantilePoint& point : curve->points) {
            range.low = std::min(range.low, point.band.low);
            range.high = std::max(range.high, point.band.high);
        }
    }
    return range;
}

/// Errors of a spin and of a sleep lie decades apart, so their axis is logarithmic and has whole decades.
struct ValueAxis {
    Interval range;
    bool decades;

    ValueAxis(const ComparisonCurves& curves)
        : range(valuesOf(curves.quantilesA, curves.quantilesB)),
          decades(curves.quantilesOf == RunQuantity::Error) {
        if (decades) {
            range.low = portable::pow(10, std::floor(portable::log10(std::max(1.0, range.low))));
            range.high = portable::pow(10, std::ceil(portable::log10(std::max(10.0, range.high))));
            return;
        }
        const double room = std::max(1.0, 0.04 * (range.high - range.low)); // so that lines end within
        range = {range.low - room, range.high + room};
    }
    [[nodiscard]] Scale scale() const {
        return decades ? Scale::decades(range.low, range.high, kBottom, kTop)
                       : Scale::linear(range.low, range.high, kBottom, kTop);
    }
    void draw(Picture& picture, const TimeUnit& unit) const {
        if (!decades) {
            drawValueAxis(picture, scale(), range.low, range.high, unit);
            return;
        }
        for (const double tick : decadeTicks(range.low, range.high, 8)) {
            const double y = scale().at(tick);
            picture.line(kLeft, y, kRight, y, {Ink::Hairline, 1, {}});
            picture.text(kLeft - 6, y + 4, said::shortDuration(tick),
                         {Ink::Muted, 11, Anchor::End, false, true});
        }
    }
};

// --- strips ---

Path stripOf(const std::vector<StripColumn>& strip, const Scale& x, const Scale& y) {
    Path path;
    for (const StripColumn& column : strip) {
        const double place = x.at((column.from + column.to) / 2);
        path.push_back({{{place, y.at(column.least)}, {place, y.at(column.largest) - 0.8}}});
    }
    return path;
}

} // namespace

Picture countsPicture(const ComparisonCurves& curves) {
    const OverlaidCounts& counts = curves.counts;
    double most = 0;
    for (const std::vector<double>* const bins : {&counts.a, &counts.b}) {
        for (const double count : *bins)
            most = std::max(most, count);
    }
    if (most <= 0)
        return {};
    const double high = counts.low + counts.width * static_cast<double>(counts.a.size());
    const TimeUnit unit = timeUnit(std::max(std::abs(counts.low), std::abs(high)));
    const std::string what(quantityWords(curves.quantity));
    Picture picture{
        kPictureWidth, kHeight, "Histograms of " + what, "How often each time occurred in A and in B.", {}};
    drawKey(picture, what + ", " + std::string(unit.name) + " · counts, log", kDashes);
    const Scale x = Scale::linear(counts.low, high, kLeft, kRight);
    const Scale y = Scale::decades(0.5, most * 1.3, kBottom, kTop);
    drawTimeTicks(picture, x, counts.low, high, unit);
    constexpr int kMostDecades = 8;
    for (const double decade : decadeTicks(1, std::max(1.0, most * 1.3), kMostDecades)) {
        picture.line(kLeft, y.at(decade), kRight, y.at(decade), {Ink::Hairline, 1, {}});
        picture.text(kLeft - 6, y.at(decade) + 4, tickText(decade),
                     {Ink::Muted, 11, Anchor::End, false, true});
    }
    picture.fill({areaBelow(stepsOf(counts, counts.a, x, y))}, kInkA, 0.14);
    picture.fill({areaBelow(stepsOf(counts, counts.b, x, y))}, kInkB, 0.14);
    picture.stroke({stepsOf(counts, counts.a, x, y)}, {kInkA, 1.5, kDashes});
    picture.stroke({stepsOf(counts, counts.b, x, y)}, {kInkB, 1.5, {}});
    if (curves.limit > counts.low && curves.limit < high)
        picture.line(x.at(curves.limit), kTop, x.at(curves.limit), kBottom, {Ink::Text, 1, "3 3"});
    picture.line(kLeft, kBottom, kRight, kBottom, {Ink::Border, 1, {}});
    return picture;
}

Picture quantilesPicture(const ComparisonCurves& curves) {
    if (curves.quantilesA.points.empty() || curves.quantilesB.points.empty())
        return {};
    const ValueAxis axis(curves);
    const TimeUnit unit = timeUnit(std::max(std::abs(axis.range.low), std::abs(axis.range.high)));
    const std::string what(quantityWords(curves.quantilesOf));
    Picture picture{
        kPictureWidth, kHeight, "Quantiles of " + what, "Which share of the values is at most so large.", {}};
    drawKey(picture, what + (axis.decades ? ", log" : ", " + std::string(unit.name)) + " · bands 95 %",
            kDashes);
    const double last = std::max(curves.quantilesA.last, curves.quantilesB.last);
    const Scale x = Scale::linear(placeOf(0.5), std::max(placeOf(last), placeOf(0.9)), kLeft, kRight);
    const Scale y = axis.scale();
    axis.draw(picture, unit);
    for (const double fraction : {0.5, 0.9, 0.99, 0.999, 0.9999}) {
        if (fraction > last && fraction > 0.9)
            break;
        const double place = x.at(placeOf(fraction));
        picture.line(place, kTop, place, kBottom, {Ink::Hairline, 1, {}});
        picture.text(place, kBottom + 16, plainNumberText(std::round(fraction * 1e6) / 1e4) + " %",
                     {Ink::Muted, 11, fraction == 0.5 ? Anchor::Start : Anchor::Middle, false, true});
    }
    picture.fill({bandOf(curves.quantilesA, x, y)}, kInkA, 0.18);
    picture.fill({bandOf(curves.quantilesB, x, y)}, kInkB, 0.18);
    picture.stroke({lineOf(curves.quantilesA, x, y)}, {kInkA, 2, kDashes});
    picture.stroke({lineOf(curves.quantilesB, x, y)}, {kInkB, 2, {}});
    picture.line(kLeft, kBottom, kRight, kBottom, {Ink::Border, 1, {}});
    return picture;
}

Picture stripsPicture(const PairOverTime& pair) {
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
    const TimeUnit unit = timeUnit(std::max(std::abs(range.low), std::abs(range.high)));
    const std::string what(quantityWords(pair.quantity));
    Picture picture{kPictureWidth,
                    kHeight,
                    "Over time: " + what,
                    "Least and largest values over the time of each run.",
                    {}};
    drawKey(picture,
            what + ", " + std::string(unit.name) +
                (pair.seconds ? " · over the time of the run, s" : " · over the number of the value"),
            {});
    const Scale x = Scale::linear(0, std::max(end, 1e-9), kLeft, kRight);
    const double middle = (kTop + kBottom) / 2;
    const double high = std::max(range.high, range.low + 1);
    const Scale above = Scale::linear(range.low, high, middle - 8, kTop);
    const Scale below = Scale::linear(range.low, high, kBottom, middle + 8);
    drawTimeTicks(picture, x, 0, end, TimeUnit{1, pair.seconds ? "s" : ""});
    for (const Scale* const y : {&above, &below}) {
        for (const double tick : roundTicks(range.low / unit.nanoseconds, high / unit.nanoseconds, 4))
            picture.text(kLeft - 6, y->at(tick * unit.nanoseconds) + 4, tickText(tick),
                         {Ink::Muted, 11, Anchor::End, false, true});
    }
    picture.stroke(stripOf(pair.a, x, above), {kInkA, 1.2, {}});
    picture.stroke(stripOf(pair.b, x, below), {kInkB, 1.2, {}});
    for (const std::optional<Nanoseconds>& mark : {pair.part.from, pair.part.to}) {
        if (mark)
            picture.line(x.at(static_cast<double>(mark->count()) / 1e9), kTop,
                         x.at(static_cast<double>(mark->count()) / 1e9), kBottom, {Ink::Muted, 1, "4 3"});
    }
    picture.text(kRight, kTop + 10, "A", {kInkA, 12, Anchor::End, true});
    picture.text(kRight, middle + 20, "B", {kInkB, 12, Anchor::End, true});
    return picture;
}

} // namespace jitterscope
