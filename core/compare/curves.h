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
    Interval band; ///< 95 %, of this point alone; its ends are equal where there are too few values
};
/// Quantiles from 50 % up to the last that enough values support: 50 %, …, 99 %, …, 99.99 %.
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
    /// Whether places are seconds from the first frame. If one run has no frame times they are numbers of
    /// values.
    bool seconds = true;
    std::vector<StripColumn> a, b; ///< empty: only figures were recorded
};

struct ComparisonCurves {
    RunQuantity quantity = RunQuantity::FrameTime; ///< of the histograms
    OverlaidCounts counts;
    /// Of the quantiles: the error where both have deadlines, since the verdict is about that; otherwise
    /// `quantity`.
    RunQuantity quantilesOf = RunQuantity::FrameTime;
    QuantileCurve quantilesA, quantilesB;
    std::vector<PairOverTime> overTime; ///< `quantity`, then lateness if it is another one and both have it
    double limit = 0;                   ///< target frame time, or 0
};

/// The quantity by which both are shown: frame times if both have them, otherwise what they have in common.
/// At different rates it is lateness: frame times of one rate say nothing about those of another.
[[nodiscard]] std::optional<RunQuantity> shownQuantity(const ComparedRun& a, const ComparedRun& b) noexcept;

/// `quantity`, of the histograms, must be in both. Parts are empty where a run holds no values. If cancelled,
/// the result is unfinished.
[[nodiscard]] ComparisonCurves comparisonCurves(const ComparedRun& a, const ComparedRun& b,
                                                RunQuantity quantity, const CancelFlag* cancel = nullptr);

} // namespace jitterscope
