// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/curves.h"
#include "core/picture/chart.h"

namespace jitterscope {

// What is plotted of a comparison, for the window and for reports: A dashed and orange, B solid and blue.
// Empty where the runs hold nothing for one.

inline const LineLook kLookOfA{Ink::Second, 1.6, {4, 2.5}};
inline const LineLook kLookOfB{Ink::First, 1.6};

/// `histograms`: both over the same bins, counts on a log scale.
[[nodiscard]] Figure countsFigure(const ComparisonCurves& curves);
/// `quantiles`: on a percentile axis, with bands.
[[nodiscard]] Figure quantilesFigure(const ComparisonCurves& curves);
/// `over-time` or `lateness-over-time`: the least and the largest values over the time of each run.
[[nodiscard]] Figure overTimeFigure(const PairOverTime& pair);

} // namespace jitterscope
