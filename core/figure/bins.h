// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/chart.h"
#include "core/stats/histogram.h"

#include <functional>
#include <string>
#include <vector>

namespace jitterscope {

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

/// y of a histogram's axis for an empty bin: below one, so that a single frame shows.
inline constexpr double kCountFloor = 0.5;

/// The bins as steps on a log axis of counts (countAxis()), where an empty one stands at kCountFloor.
[[nodiscard]] ChartSeries stepSeries(std::string name, const LineLook& look, const Bins& bins);
/// That axis. `largest`: of all bins.
[[nodiscard]] Axis countAxis(std::string title, double largest);

/// What a histogram of frame times is, for whom cannot see it.
[[nodiscard]] std::string histogramText(const Bins& bins);

/// What is said where a bin is pointed at: its ends, and `textOf` of its number.
[[nodiscard]] std::vector<TimelineStretch>
stretchesOver(const Bins& bins, const std::function<std::string(std::size_t)>& textOf);

/// The range of x for the histogram (ns off the period): the target, the bulk (2 … 98 %), and tails at both
/// sides, each up to the width of the bulk. Single far frames are counted at the edge.
[[nodiscard]] Range histogramRange(const Histogram& histogram);

/// Where nine tenths of the values lie; for an overlay. Empty histogram: −1 … 1 ns.
[[nodiscard]] Range bulkRange(const Histogram& histogram);

/// The smallest range that holds both.
[[nodiscard]] Range joined(Range a, Range b);

} // namespace jitterscope
