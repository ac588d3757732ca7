// SPDX-License-Identifier: MIT
#include "core/base/said.h"
#include "core/figure/bins.h"
#include "core/figure/figures.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace jitterscope {
namespace {

std::string quantityName(RunQuantity quantity) {
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

Bins binsOf(const OverlaidCounts& counts, const std::vector<double>& values) {
    Bins bins;
    bins.low = counts.low;
    bins.width = counts.width;
    bins.counts = values;
    return bins;
}

/// A quantile curve as a line with a band.
ChartSeries curveOf(const QuantileCurve& curve, const char* name, const LineLook& look) {
    ChartSeries series{.name = name, .look = look};
    series.dots = false;
    series.band = true;
    for (const QuantilePoint& point : curve.points)
        series.points.push_back({.x = point.fraction,
                                 .y = point.value,
                                 .xSpan = {},
                                 .ySpan = Range{point.band.low, point.band.high}});
    return series;
}

/// The least and the largest value of each column as one line that goes up and down. Thin and never dashed: a
/// dashed one could not be read.
ChartSeries zigzagOf(const std::vector<StripColumn>& strip, const char* name, Ink ink) {
    ChartSeries series{.name = name, .look = {ink, 1}};
    series.dots = false;
    for (const StripColumn& column : strip) {
        const double middle = (column.from + column.to) / 2;
        series.points.push_back({.x = middle, .y = column.least});
        if (column.largest > column.least)
            series.points.push_back({.x = middle, .y = column.largest});
    }
    return series;
}

double secondsOf(Nanoseconds time) {
    return static_cast<double>(time.count()) / 1e9;
}

} // namespace

Figure countsFigure(const ComparisonCurves& curves) {
    const OverlaidCounts& counts = curves.counts;
    const Bins a = binsOf(counts, counts.a);
    const Bins b = binsOf(counts, counts.b);
    const double most = std::max(a.largest(), b.largest());
    if (most <= 0)
        return {};
    const double high = counts.low + counts.width * static_cast<double>(counts.a.size());
    Chart chart;
    chart.x = Axis(AxisScale::Linear, Quantity::Time, quantityName(curves.quantity));
    chart.x.setRange({counts.low, high});
    chart.y = countAxis("values", most);
    chart.series = {stepSeries("A", kLookOfA, a), stepSeries("B", kLookOfB, b)};
    if (curves.limit > counts.low && curves.limit < high)
        chart.references.push_back({Reference::Vertical, curves.limit, "target"});
    chart.stretches = stretchesOver(a, [&](std::size_t bin) {
        return "A: " + said::count(std::llround(a.counts[bin])) +
               "\nB: " + said::count(std::llround(b.counts[bin]));
    });
    Figure figure{.id = "histograms", .title = "Histograms"};
    figure.description =
        "How often each value came, on a log scale so that a single one still shows. Two narrow peaks at the "
        "same place are two equal runs; a tail to the right is what makes one worse.";
    figure.panels.push_back(std::move(chart));
    figure.key = {{"A", kLookOfA}, {"B", kLookOfB}};
    if (counts.aBeyond > 0 || counts.bBeyond > 0)
        figure.key.push_back({"outside: A " + said::count(std::llround(counts.aBeyond)) + ", B " +
                              said::count(std::llround(counts.bBeyond))});
    return figure;
}

Figure quantilesFigure(const ComparisonCurves& curves) {
    if (curves.quantilesA.points.empty() || curves.quantilesB.points.empty())
        return {};
    // Those of sleeping and spinning lie decades apart.
    const bool decades = curves.quantilesOf == RunQuantity::Error;
    Figure figure{.id = "quantiles", .title = "Quantiles"};
    figure.description =
        std::string(decades ? "Which share of the frames begins no further from its deadline."
                            : "Which share of the values is no larger.") +
        " To the right stand the rare long ones; each step to 99, 99.9, 99.99 % has the same room. The bands "
        "hold 95 %, each point for itself: where they overlap, a difference may be chance.";
    figure.panels.push_back(seriesChart(
        {}, Axis(AxisScale::Percentile, Quantity::Fraction, "share of the values"),
        Axis(decades ? AxisScale::Log : AxisScale::Linear, Quantity::Time, quantityName(curves.quantilesOf)),
        {curveOf(curves.quantilesA, "A", kLookOfA), curveOf(curves.quantilesB, "B", kLookOfB)}));
    figure.key = {{"A", kLookOfA}, {"B", kLookOfB}, {"bands 95 %"}};
    return figure;
}

Figure overTimeFigure(const PairOverTime& pair) {
    if (pair.a.empty() && pair.b.empty())
        return {};
    const bool lateness = pair.quantity == RunQuantity::Lateness;
    Figure figure{.id = lateness ? "lateness-over-time" : "over-time",
                  .title = lateness ? "Lateness over time" : "Over time"};
    figure.description =
        "The least and the largest value in each stretch of the picture, from the start of each run. A burst "
        "stands out as a peak; a drift as a slope.";
    Chart chart = seriesChart({},
                              Axis(AxisScale::Linear, Quantity::Number,
                                   pair.seconds ? "time of the run, s" : "number of the value"),
                              Axis(AxisScale::Linear, Quantity::Time, quantityName(pair.quantity)),
                              {zigzagOf(pair.a, "A", kLookOfA.ink), zigzagOf(pair.b, "B", kLookOfB.ink)});
    for (const auto& [time, label] : {std::pair(pair.part.from, "from"), std::pair(pair.part.to, "to")}) {
        if (time)
            chart.references.push_back({Reference::Vertical, secondsOf(*time), label, {}, true});
    }
    figure.panels.push_back(std::move(chart));
    figure.key = {{"A", LineLook{kLookOfA.ink, 1}}, {"B", LineLook{kLookOfB.ink, 1}}};
    return figure;
}

} // namespace jitterscope
