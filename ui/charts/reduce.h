// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptive/learned_latency.h"
#include "core/figure/bins.h"
#include "core/stats/histogram.h"
#include "ui/plot/ticks.h"
#include "ui/session/live_traces.h"

#include <QList>
#include <QPointF>
#include <QString>

#include <string>
#include <vector>

/// Pure functions that turn any number of samples into the few points that a chart draws.
namespace jitterscope::ui {

/// Outline of the bins as steps, y = count · factor, no less than `floor`: for a log axis. Equal neighbours
/// share a step, so there are at most two points for each bin, and three more.
[[nodiscard]] QList<QPointF> stepOutline(const Bins& bins, double factor, double floor);

/// Lows and highs of the strip's columns as one line: x in seconds before `now`, y in ns off `period`, kept
/// within `limits`.
[[nodiscard]] QList<QPointF> envelope(const ColumnRing<FrameColumn>& columns, std::int64_t now, double period,
                                      Range limits);

/// The range of y for the strip (ns off the period): the target, at least some of the tolerance, and the
/// extremes of the columns without the rarest spikes, which are drawn at the edge.
[[nodiscard]] Range stripRange(const ColumnRing<FrameColumn>& columns, double period, double tolerance);

} // namespace jitterscope::ui

/// Pure functions that turn what a strategy has learned into the few points that a chart draws.
namespace jitterscope::ui {

/// Share of late frames at the left end of the cost curve, %. Rarer ones are drawn there.
inline constexpr double kLeastLatePercent = 0.01;

/// The strategies that learn a distribution, by name: "Adaptive".
[[nodiscard]] QString distributionLearners();
[[nodiscard]] bool learnsDistribution(const std::string& strategy);

/// One margin and what is expected of it.
struct CostPoint {
    double latePercent = 0; ///< of the frames
    double cpuPercent = 0;  ///< of one core
    double margin = 0;      ///< ns
};

/// `0.7 %`, `≤ 0.01 %`.
[[nodiscard]] QString lateText(double percent);

[[nodiscard]] CostPoint costOf(const LearnedLatency& learned, const MarginPoint& point) noexcept;

/// What every margin would do, from the shortest to the one above which more does not help. Points are added
/// between learned ones that are far apart on a log scale. Empty: the interval is not known yet.
[[nodiscard]] std::vector<CostPoint> costCurve(const LearnedLatency& learned);
/// The point of a curve whose share of late frames is nearest, on a log scale. The curve must not be empty.
[[nodiscard]] CostPoint nearestCost(const std::vector<CostPoint>& curve, double latePercent) noexcept;

/// The range of oversleeps to be shown, ns: their bulk, the margin in use, and somewhat more.
[[nodiscard]] Range oversleepRange(const LearnedLatency& learned);
/// Shares of the sleeps in equal bins, in %; at most `most` + 1 bins. The sleeps of a learned bucket are
/// spread evenly over it.
[[nodiscard]] Bins oversleepBins(const LatencyHistogram& oversleeps, Range range, int most);
/// Share of the sleeps whose oversleep is above `value` (ns), 0 … 1.
[[nodiscard]] double shareBeyond(const LatencyHistogram& oversleeps, double value) noexcept;

/// A line cut at x. Both parts have the point of the cut. A part is empty if nothing of the line lies on its
/// side.
struct SplitLine {
    QList<QPointF> before;
    QList<QPointF> after;
};
[[nodiscard]] SplitLine splitAt(const QList<QPointF>& line, double x);

} // namespace jitterscope::ui
