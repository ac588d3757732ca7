// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/reduce.h"

#include <algorithm>
#include <cmath>

namespace jitterscope::ui {
namespace {

/// Share of the columns whose spikes may be drawn at the edge.
constexpr double kRareColumns = 0.03;

} // namespace

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

} // namespace jitterscope::ui
