// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/histogram.h"
#include "ui/plot/ticks.h"
#include "ui/session/live_traces.h"

#include <QList>
#include <QPointF>

#include <vector>

/// Pure functions that turn any number of samples into the few points that a chart draws.
namespace jitterscope::ui {

/// Counts in equal bins over a range. Values outside the range are counted in `below` and `above`.
struct Bins {
    double low = 0;
    double width = 1;
    std::vector<double> counts;
    double below = 0;
    double above = 0;

    [[nodiscard]] double largest() const;
};

/// Puts each bucket into the bin of its middle. There are at most `most` + 1 bins. They are no narrower than
/// the buckets in the range, so that no gaps appear between them. An empty or infinite range gives no bins.
[[nodiscard]] Bins rebin(const std::vector<Histogram::Bucket>& buckets, Range range, int most);
/// As rebin(), into the bins of `like`: for an overlay.
[[nodiscard]] Bins rebinAs(const std::vector<Histogram::Bucket>& buckets, const Bins& like);

/// Outline of the bins as steps, y = count · factor, no less than `floor`: for a log axis. Equal neighbours
/// share a step, so there are at most two points for each bin, and three more.
[[nodiscard]] QList<QPointF> stepOutline(const Bins& bins, double factor, double floor);

/// y of a histogram's axis for an empty bin: below one, so that a single frame shows.
inline constexpr double kCountFloor = 0.5;

/// Lows and highs of the strip's columns as one line: x in seconds before `now`, y in ns off `period`, kept
/// within `limits`.
[[nodiscard]] QList<QPointF> envelope(const ColumnRing<FrameColumn>& columns, std::int64_t now, double period,
                                      Range limits);

/// The range of y for the strip (ns off the period): the target, at least some of the tolerance, and the
/// extremes of the columns without the rarest spikes, which are drawn at the edge.
[[nodiscard]] Range stripRange(const ColumnRing<FrameColumn>& columns, double period, double tolerance);

/// The range of x for the histogram (ns off the period): the target, the bulk (2 … 98 %), and tails at both
/// sides, each up to the width of the bulk. Single far frames are counted at the edge.
[[nodiscard]] Range histogramRange(const Histogram& histogram);

/// Where nine tenths of the values lie; for an overlay. Empty histogram: −1 … 1 ns.
[[nodiscard]] Range bulkRange(const Histogram& histogram);

/// The smallest range that holds both.
[[nodiscard]] Range joined(Range a, Range b);

} // namespace jitterscope::ui
