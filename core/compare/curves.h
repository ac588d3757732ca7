// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/compare/comparison.h"

#include <vector>

namespace jitterscope {

// What the pictures of a comparison show; the same in the window and in reports. Values in ns.

/// One point of a quantile curve: this share of the values is at most `value`.
struct QuantilePoint {
    double fraction = 0;
    double value = 0;
    Interval band; ///< 95 %, of this point alone; of equal ends where there are too few values for one
};
/// From half of the values to as far as there are values for it: 50 %, …, 99 %, …, 99.99 %.
struct QuantileCurve {
    std::vector<QuantilePoint> points;
    double last = 0; ///< the fraction up to which there are values enough
};

/// Two histograms over the same bins.
struct OverlaidCounts {
    double low = 0;   ///< left edge of the first bin
    double width = 1; ///< of a bin
    std::vector<double> a;
    std::vector<double> b;
    double aBeyond = 0; ///< values outside of the bins, on either side
    double bBeyond = 0;
};

/// What happened over time: the least and the largest value in each column of a picture.
struct StripColumn {
    double from = 0; ///< PairOverTime::seconds
    double to = 0;
    double least = 0;
    double largest = 0;
};

/// One quantity of both over the time of each run.
struct PairOverTime {
    RunQuantity quantity = RunQuantity::FrameTime;
    /// Places are seconds from the first frame; otherwise, where one has no frame times, numbers of values.
    bool seconds = true;
    std::vector<StripColumn> a, b; ///< empty: only figures were recorded
};

struct ComparisonCurves {
    RunQuantity quantity = RunQuantity::FrameTime;
    QuantileCurve quantilesA, quantilesB;
    OverlaidCounts counts;
    std::vector<PairOverTime> overTime; ///< `quantity`, then lateness where that is another and both have it
    double limit = 0;                   ///< target frame time, or 0
};

/// The quantity that both are shown by: frame times where both have them, else what they have in common.
/// Of different rates it is lateness: the frame times of one say nothing of the other's.
[[nodiscard]] std::optional<RunQuantity> shownQuantity(const ComparedRun& a, const ComparedRun& b) noexcept;

/// `quantity` must be in both. Empty parts where a run holds no values. A cancelled one is unfinished.
[[nodiscard]] ComparisonCurves comparisonCurves(const ComparedRun& a, const ComparedRun& b,
                                                RunQuantity quantity, const CancelFlag* cancel = nullptr);

} // namespace jitterscope
