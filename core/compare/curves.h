// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/compare/comparison.h"

#include <vector>

namespace jitterscope {

// What the pictures of a comparison show, in the window and in reports. Values are in ns.

/// One point of a quantile curve: this share of the values is at most `value`.
struct QuantilePoint {
    double fraction = 0;
    double value = 0;
    Interval band; ///< 95 %, of this point alone; if there are too few values, both ends are equal
};
/// Quantiles from 50 % up to the last one for which there are enough values: 50 %, …, 99 %, …, 99.99 %.
struct QuantileCurve {
    std::vector<QuantilePoint> points;
    double last = 0; ///< the fraction up to which there are enough values
};

/// Two histograms over the same bins.
struct OverlaidCounts {
    double low = 0;   ///< left edge of the first bin
    double width = 1; ///< of a bin
    std::vector<double> a;
    std::vector<double> b;
    double aBeyond = 0; ///< number of values outside the bins, on either side
    double bBeyond = 0;
};

/// What happened over time: the least and the largest value in each column of a picture.
struct StripColumn {
    double from = 0; ///< in the unit that PairOverTime::seconds tells
    double to = 0;
    double least = 0;
    double largest = 0;
};

/// One quantity of both runs, each over its own time.
struct PairOverTime {
    RunQuantity quantity = RunQuantity::FrameTime;
    /// Whether places are seconds from the first frame. If a run has no frame times, they count values.
    bool seconds = true;
    std::vector<StripColumn> a, b; ///< empty: only figures were recorded
    TimeRange part;                ///< that counts in all else; whole() where all of this does
};

struct ComparisonCurves {
    RunQuantity quantity = RunQuantity::FrameTime; ///< of the histograms
    OverlaidCounts counts;
    /// Of the quantiles. If both have deadlines it is the error, as in the verdict; otherwise `quantity`.
    RunQuantity quantilesOf = RunQuantity::FrameTime;
    QuantileCurve quantilesA, quantilesB;
    std::vector<PairOverTime> overTime; ///< as of overTime()
    double limit = 0;                   ///< target frame time, or 0 if there is none
};

/// The quantity by which both are shown: frame times if both have them, otherwise what they have in common.
/// If their rates differ it is lateness, since frame times at different rates cannot be compared.
[[nodiscard]] std::optional<RunQuantity> shownQuantity(const ComparedRun& a, const ComparedRun& b) noexcept;

/// `quantity` over time, then lateness if both have it and it is not the same.
[[nodiscard]] std::vector<PairOverTime> overTime(const ComparedRun& a, const ComparedRun& b,
                                                 RunQuantity quantity);

/// `quantity` is that of the histograms; both runs must have it. Parts are empty if a run holds no values. If
/// cancelled, the result is unfinished.
[[nodiscard]] ComparisonCurves comparisonCurves(const ComparedRun& a, const ComparedRun& b,
                                                RunQuantity quantity, const CancelFlag* cancel = nullptr);

} // namespace jitterscope
