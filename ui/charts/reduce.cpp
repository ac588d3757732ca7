// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/reduce.h"

#include "core/adaptive/margin_curve.h"
#include "core/sleep/sleep_catalog.h"
#include "ui/format/format.h"
#include "ui/format/plan_text.h"

#include <algorithm>
#include <array>
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

namespace {

constexpr double kDecadesApart = 0.05; // at most, between neighbours on the curve
constexpr double kShownTail = 0.002;   // this share of the sleeps may lie beyond what is shown
constexpr double kShownHead = 0.005;

CostPoint plainCost(const LearnedLatency& learned, const MarginPoint& point) noexcept {
    return {std::max(100 * point.late, kLeastLatePercent), cpuPercentOf(learned, point), point.margin};
}

/// Corrects a point by what is known of the margin in use: its forecast (`next`) against what the oversleeps
/// alone say of it (`operating`). Late frames change by the same factor, and spinning by the same amount: the
/// wait from a timer tick to the deadline is on average the same for every margin.
MarginPoint asForetold(const LearnedLatency& learned, MarginPoint point) noexcept {
    if (!learned.next)
        return point;
    const double expected = std::max(learned.operating.late, kLeastLatePercent / 100);
    point.late = std::min(point.late * learned.next->late / expected, 1.0);
    point.spin += learned.next->cpu * learned.interval - learned.wakeCost - learned.operating.spin;
    point.spin = std::max(point.spin, -learned.wakeCost);
    return point;
}

CostPoint between(const LearnedLatency& learned, const MarginPoint& a, const MarginPoint& b,
                  double latePercent) {
    const double part = (100 * a.late - latePercent) / (100 * (a.late - b.late));
    MarginPoint point;
    point.margin = a.margin + part * (b.margin - a.margin);
    point.spin = a.spin + part * (b.spin - a.spin);
    return {latePercent, cpuPercentOf(learned, point), point.margin};
}

/// Adds the points from `most` % of late frames down to those of `b`.
void addFall(const LearnedLatency& learned, const MarginPoint& a, const MarginPoint& b, double most,
             std::vector<CostPoint>& curve) {
    const double least = std::max(100 * b.late, kLeastLatePercent);
    const double decades = std::log10(most / least);
    const int steps = std::max(1, static_cast<int>(std::ceil(decades / kDecadesApart)));
    if (100 * a.late > most)
        curve.push_back(between(learned, a, b, most));
    for (int step = 1; step < steps; ++step)
        curve.push_back(between(learned, a, b, most * std::pow(10, -decades * step / steps)));
    curve.push_back(between(learned, a, b, least));
}

} // namespace

QString lateText(double percent) {
    return (percent <= kLeastLatePercent ? QStringLiteral("≤ ") : QString()) + format::percent(percent);
}

QString distributionLearners() {
    QStringList names;
    for (const SleepEntry& entry : sleepCatalog()) {
        if (entry.learnsDistribution)
            names << format::strategyName(entry.id);
    }
    return names.join(QStringLiteral(", "));
}

bool learnsDistribution(const std::string& strategy) {
    const SleepEntry* const entry = findEntry(sleepCatalog(), strategy);
    return entry != nullptr && entry->learnsDistribution;
}

CostPoint costOf(const LearnedLatency& learned, const MarginPoint& point) noexcept {
    return plainCost(learned, asForetold(learned, point));
}

std::vector<CostPoint> costCurve(const LearnedLatency& learned) {
    std::vector<CostPoint> curve;
    if (!(learned.interval > 0))
        return curve;
    std::array<MarginPoint, LatencyHistogram::kBuckets + 1> points;
    const std::size_t count = marginCurve(learned.oversleeps, learned.hazard, points.data(), points.size());
    for (std::size_t i = 0; i < count; ++i)
        points[i] = asForetold(learned, points[i]);
    for (std::size_t i = 0; i < count && (curve.empty() || curve.back().latePercent > kLeastLatePercent);
         ++i) {
        if (curve.empty()) {
            curve.push_back(plainCost(learned, points[i]));
            continue;
        }
        // From where no sleep wakes late, a longer margin only loses the processor more often.
        const double most = std::min(100 * points[i - 1].late, curve.back().latePercent);
        if (100 * points[i].late < most)
            addFall(learned, points[i - 1], points[i], most, curve);
    }
    return curve;
}

CostPoint nearestCost(const std::vector<CostPoint>& curve, double latePercent) noexcept {
    return *std::min_element(curve.begin(), curve.end(),
                             [latePercent](const CostPoint& a, const CostPoint& b) {
                                 return std::abs(std::log(a.latePercent / latePercent)) <
                                        std::abs(std::log(b.latePercent / latePercent));
                             });
}

/// The oversleep that a share `tail` of them exceeds, ns.
static double exceededBy(const LatencyHistogram& oversleeps, double tail) noexcept {
    return one_header::quantileOf(oversleeps, tail, one_header::ModelAims::kNone).margin;
}

Range oversleepRange(const LearnedLatency& learned) {
    const LatencyHistogram& oversleeps = learned.oversleeps;
    const double bulk = exceededBy(oversleeps, 1 - kShownHead);
    const double most = std::max(learned.operating.margin, exceededBy(oversleeps, 0.01));
    const double reach = std::max({1000.0, most - bulk});
    const double tail = std::min(exceededBy(oversleeps, kShownTail), most + 0.5 * reach);
    return {std::max(0.0, bulk - 0.15 * reach), std::max(tail, most) + 0.15 * reach};
}

Bins oversleepBins(const LatencyHistogram& oversleeps, Range range, int most) {
    Bins bins;
    if (!(range.span() > 0) || most < 1 || !(oversleeps.weight() > 0))
        return bins;
    bins.low = range.low;
    bins.width = niceStep(range.span() / most);
    bins.low = std::floor(range.low / bins.width) * bins.width;
    bins.counts.assign(static_cast<std::size_t>(std::ceil((range.high - bins.low) / bins.width)), 0.0);
    const double end = bins.low + bins.width * static_cast<double>(bins.counts.size());
    for (std::size_t i = oversleeps.firstUsed(); i <= oversleeps.lastUsed(); ++i) {
        const double low = LatencyHistogram::lowerEdge(i);
        const double density = 100 * oversleeps.share(i) / (oversleeps.upperEdge(i) - low);
        const double high = oversleeps.upperEdge(i);
        bins.below += density * std::max(0.0, std::min(high, bins.low) - low);
        bins.above += density * std::max(0.0, high - std::max(low, end));
        const double from = std::max(low, bins.low);
        const double to = std::min(high, end);
        for (auto bin = static_cast<std::size_t>(std::max(0.0, (from - bins.low) / bins.width));
             bin < bins.counts.size() && from < to; ++bin) {
            const double left = bins.low + bins.width * static_cast<double>(bin);
            if (left >= to)
                break;
            bins.counts[bin] +=
                density * std::max(0.0, std::min(left + bins.width, to) - std::max(left, from));
        }
    }
    return bins;
}

double shareBeyond(const LatencyHistogram& oversleeps, double value) noexcept {
    double beyond = 0;
    for (std::size_t i = oversleeps.firstUsed(); i <= oversleeps.lastUsed(); ++i) {
        const double low = LatencyHistogram::lowerEdge(i);
        const double high = oversleeps.upperEdge(i);
        beyond += oversleeps.share(i) * std::clamp((high - value) / (high - low), 0.0, 1.0);
    }
    return beyond;
}

SplitLine splitAt(const QList<QPointF>& line, double x) {
    SplitLine parts;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QPointF& at = line[i];
        if (i > 0 && line[i - 1].x() <= x && at.x() > x) {
            const double part = (x - line[i - 1].x()) / (at.x() - line[i - 1].x());
            const QPointF cut(x, line[i - 1].y() + part * (at.y() - line[i - 1].y()));
            parts.before.append(cut);
            parts.after.append(cut);
        }
        (at.x() <= x ? parts.before : parts.after).append(at);
    }
    return parts;
}

} // namespace jitterscope::ui
