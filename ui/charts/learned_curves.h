// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptive/learned_latency.h"
#include "ui/charts/reduce.h"

#include <QList>
#include <QPointF>
#include <QString>

#include <string>
#include <vector>

/// What a strategy has learned, as the few points that a chart draws: pure functions.
namespace jitterscope::ui {

/// Share of late frames at the left end of the cost curve, %: what is rarer than that is drawn there.
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

/// What every margin would do, from the shortest to the one beyond which more of it does not help. Between
/// the learned points where these are far apart on a log scale. Empty: nothing known of the interval yet.
[[nodiscard]] std::vector<CostPoint> costCurve(const LearnedLatency& learned);
/// The margin of a curve that comes nearest to so many late frames; the curve is not empty.
[[nodiscard]] CostPoint nearestCost(const std::vector<CostPoint>& curve, double latePercent) noexcept;

/// What should be shown of oversleeps: their bulk, the margin in use and somewhat more; ns.
[[nodiscard]] Range oversleepRange(const LearnedLatency& learned);
/// Shares of the sleeps in equal bins, in %; at most `most`. Learned buckets are spread evenly.
[[nodiscard]] Bins oversleepBins(const LatencyHistogram& oversleeps, Range range, int most);
/// Share of the sleeps that took longer than `value` more than asked, 0 … 1.
[[nodiscard]] double shareBeyond(const LatencyHistogram& oversleeps, double value) noexcept;

/// A line cut at x; both parts have the point there. An empty part where nothing lies on that side.
struct SplitLine {
    QList<QPointF> before;
    QList<QPointF> after;
};
[[nodiscard]] SplitLine splitAt(const QList<QPointF>& line, double x);

} // namespace jitterscope::ui
