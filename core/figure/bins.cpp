// SPDX-License-Identifier: MIT
#include "core/figure/bins.h"

#include "core/base/said.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {
namespace {

double middle(const Histogram::Bucket& bucket) {
    return static_cast<double>(bucket.lower) / 2 + static_cast<double>(bucket.upper) / 2;
}

void fill(Bins& bins, const std::vector<Histogram::Bucket>& buckets) {
    const double high = bins.low + bins.width * static_cast<double>(bins.counts.size());
    for (const Histogram::Bucket& bucket : buckets) {
        const double at = middle(bucket);
        const auto count = static_cast<double>(bucket.count);
        if (at < bins.low)
            bins.below += count;
        else if (at >= high)
            bins.above += count;
        else
            bins.counts[std::min(bins.counts.size() - 1,
                                 static_cast<std::size_t>((at - bins.low) / bins.width))] += count;
    }
}

} // namespace

double Bins::largest() const {
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

Bins rebin(const std::vector<Histogram::Bucket>& buckets, Range range, int most) {
    Bins bins;
    if (!std::isfinite(range.span()) || !(range.span() > 0) || most < 1)
        return bins;
    double widest = 1;
    for (const Histogram::Bucket& bucket : buckets) {
        if (const double at = middle(bucket); at >= range.low && at < range.high)
            widest =
                std::max(widest, static_cast<double>(bucket.upper) - static_cast<double>(bucket.lower) + 1);
    }
    bins.width = std::max(range.span() / most, widest);
    bins.low = std::floor(range.low / bins.width) * bins.width;
    bins.counts.resize(static_cast<std::size_t>(std::ceil((range.high - bins.low) / bins.width)));
    fill(bins, buckets);
    return bins;
}

ChartSeries stepSeries(std::string name, const LineLook& look, const Bins& bins) {
    ChartSeries series{.name = std::move(name), .look = look};
    series.steps = true;
    series.dots = false;
    for (std::size_t i = 0; i < bins.counts.size(); ++i)
        series.points.push_back({.x = bins.low + static_cast<double>(i) * bins.width,
                                 .y = std::max(kCountFloor, bins.counts[i])});
    if (!series.points.empty()) {
        const double end = bins.low + static_cast<double>(bins.counts.size()) * bins.width;
        series.points.push_back({.x = end, .y = series.points.back().y});
        series.points.push_back({.x = end, .y = kCountFloor});
    }
    return series;
}

Axis countAxis(std::string title, double largest) {
    constexpr double kRoom = 1.6;
    Axis axis(AxisScale::Log, Quantity::Count, std::move(title));
    axis.setRange({kCountFloor, std::max(10.0, largest) * kRoom});
    return axis;
}

std::string histogramText(const Bins& bins) {
    const double outside = bins.below + bins.above;
    return "How often each frame time came, on a log scale so that a single frame still shows." +
           (outside > 0 ? " Outside the picture: " + said::count(std::llround(outside)) + " frames." : "");
}

std::vector<TimelineStretch> stretchesOver(const Bins& bins,
                                           const std::function<std::string(std::size_t)>& textOf) {
    std::vector<TimelineStretch> stretches;
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
        const double low = bins.low + bins.width * static_cast<double>(i);
        stretches.push_back(
            {low, low + bins.width,
             said::duration(low) + " … " + said::duration(low + bins.width) + "\n" + textOf(i)});
    }
    return stretches;
}

Bins rebinAs(const std::vector<Histogram::Bucket>& buckets, const Bins& like) {
    Bins bins;
    bins.low = like.low;
    bins.width = like.width;
    bins.counts.resize(like.counts.size());
    if (!bins.counts.empty())
        fill(bins, buckets);
    return bins;
}

Range histogramRange(const Histogram& histogram) {
    const auto at = [&histogram](double fraction) {
        return static_cast<double>(histogram.percentile(fraction).value_or(0));
    };
    if (histogram.count() == 0)
        return {-1000, 1000};
    const Range bulk{at(0.02), at(0.98)};
    const double reach = std::max(bulk.span(), 500.0);
    const Range tails{std::max(at(1e-9), bulk.low - reach), std::min(at(1), bulk.high + reach)};
    const Range range = joined({-250, 250}, tails);
    const double margin = range.span() * 0.06;
    return {range.low - margin, range.high + margin};
}

Range bulkRange(const Histogram& histogram) {
    return {static_cast<double>(histogram.percentile(0.05).value_or(-1)),
            static_cast<double>(histogram.percentile(0.95).value_or(1))};
}

Range joined(Range a, Range b) {
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

} // namespace jitterscope
