// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/curves.h"
#include "core/picture/picture.h"

namespace jitterscope {

// The pictures of a comparison, the same in every report: A dashed, B solid. Empty where the runs hold
// nothing for one.

/// Two histograms over the same bins, counts on a log scale.
[[nodiscard]] Picture countsPicture(const ComparisonCurves& curves);
/// Quantiles on a percentile axis, with bands.
[[nodiscard]] Picture quantilesPicture(const ComparisonCurves& curves);
/// Least and largest values over the time of each run, A above B on one scale.
[[nodiscard]] Picture stripsPicture(const PairOverTime& pair);

} // namespace jitterscope
