// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/histogram.h"
#include "ui/plot/ticks.h"
#include "ui/session/live_traces.h"

#include <QList>
#include <QPointF>

#include <vector>

/// From samples to the few points that a chart draws: pure functions, whatever the number of samples.
namespace jitterscope::ui {

/// Counts in equal bins over a range; what lies outside is counted beside.
struct Bins {
    double low = 0;
    double width = 1;
    std::vector<double> counts;
    double below = 0;
    double above = 0;

    [[nodiscard]] double largest() const;
};

/// Puts each bucket into the bin of its middle. At most `most` bins, no narrower than the buckets there, so
/// that no comb appears. An empty or infinite range gives no bins.
[[nodiscard]] Bins rebin(const std::vector<Histogram::Bucket>& buckets, Range range, int most);
/// As rebin, into the bins of another: for an overlay.
[[nodiscard]] Bins rebinAs(const std::vector<Histogram::Bucket>& buckets, const Bins& like);

/// Outline of the bins as steps, y = count · factor, no less than `floor`: for a log axis. Equal neighbours
/// share a step, so there are at most two points a bin, and two more.
[[nodiscard]] QList<QPointF> stepOutline(const Bins& bins, double factor, double floor);

/// y of a histogram's axis for an empty bin: below one, so that a single frame shows.
inline constexpr double kCountFloor = 0.5;

/// Lows and highs of the strip's columns as one line: x in seconds before `now`, y in ns off `period`, kept
/// within `limits`.
[[nodiscard]] QList<QPointF> envelope(const ColumnRing<FrameColumn>& columns, std::int64_t now, double period,
                                      Range limits);

/// What the strip should show of y (ns off the period): the target, the tolerance, and the columns' extremes,
/// but for the rarest spikes, which are then drawn at the edge.
[[nodiscard]] Range stripRange(const ColumnRing<FrameColumn>& columns, double period, double tolerance);

/// What the histogram should show of x (ns off the period): the target, the bulk (2 … 98 %), and tails up to
/// once the bulk's width to both sides; single far frames are counted at the edge.
[[nodiscard]] Range histogramRange(const Histogram& histogram);

/// Where nine tenths of the values lie; for what is laid over. Empty histogram: a nanosecond around 0.
[[nodiscard]] Range bulkRange(const Histogram& histogram);

/// The smallest range that holds both.
[[nodiscard]] Range joined(Range a, Range b);

} // namespace jitterscope::ui
