// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/reduce.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
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

/// Share of the columns whose spikes may be drawn at the edge.
constexpr double kRareColumns = 0.03;

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

Bins rebinAs(const std::vector<Histogram::Bucket>& buckets, const Bins& like) {
    Bins bins;
    bins.low = like.low;
    bins.width = like.width;
    bins.counts.resize(like.counts.size());
    if (!bins.counts.empty())
        fill(bins, buckets);
    return bins;
}

QList<QPointF> stepOutline(const Bins& bins, double factor, double floor) {
    QList<QPointF> points;
    if (bins.counts.empty())
        return points;
    points.reserve(2 * static_cast<qsizetype>(bins.counts.size()) + 2);
    double level = floor;
    points.append({bins.low, floor});
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
        const double next = std::max(floor, bins.counts[i] * factor);
        if (next == level)
            continue;
        const double x = bins.low + static_cast<double>(i) * bins.width;
        points.append({x, level});
        points.append({x, next});
        level = next;
    }
    const double end = bins.low + static_cast<double>(bins.counts.size()) * bins.width;
    points.append({end, level});
    if (level != floor)
        points.append({end, floor});
    return points;
}

QList<QPointF> envelope(const ColumnRing<FrameColumn>& columns, std::int64_t now, double period,
                        Range limits) {
    QList<QPointF> points;
    points.reserve(2 * static_cast<qsizetype>(columns.capacity()));
    bool fromLow = true;
    columns.forEach([&](std::int64_t at, const FrameColumn& column) {
        const double x = static_cast<double>(at - now) / 1e9;
        const double low = std::clamp(static_cast<double>(column.low) - period, limits.low, limits.high);
        const double high = std::clamp(static_cast<double>(column.high) - period, limits.low, limits.high);
        points.append({x, fromLow ? low : high});
        if (low != high)
            points.append({x, fromLow ? high : low});
        fromLow = !fromLow;
    });
    return points;
}

Range stripRange(const ColumnRing<FrameColumn>& columns, double period, double tolerance) {
    std::vector<double> lows;
    std::vector<double> highs;
    columns.forEach([&](std::int64_t, const FrameColumn& column) {
        lows.push_back(static_cast<double>(column.low) - period);
        highs.push_back(static_cast<double>(column.high) - period);
    });
    // In a narrower range, the noise of the clock would fill the chart.
    const double least = std::clamp(tolerance * 0.05, 200.0, 50'000.0);
    Range range{-least, least};
    if (lows.empty())
        return range;
    const auto spare = static_cast<std::ptrdiff_t>(kRareColumns * static_cast<double>(lows.size()));
    std::nth_element(lows.begin(), lows.begin() + spare, lows.end());
    std::nth_element(highs.begin(), highs.end() - 1 - spare, highs.end());
    range = joined(range, {lows[static_cast<std::size_t>(spare)] * 1.15, *(highs.end() - 1 - spare) * 1.15});
    return range;
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

} // namespace jitterscope::ui
