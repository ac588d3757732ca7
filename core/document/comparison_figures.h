// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/curves.h"
#include "core/picture/svg.h"

#include <string>

namespace jitterscope {

// The pictures of a comparison as SVG, the same in every report: A dashed, B solid. Each is a whole <svg>
// element with its own size. Empty where the runs hold nothing for it.

/// Two histograms over the same bins, counts on a log scale.
[[nodiscard]] std::string countsFigure(const ComparisonCurves& curves, SvgTheme theme = SvgTheme::Automatic);
/// Quantiles on a percentile axis, with bands.
[[nodiscard]] std::string quantilesFigure(const ComparisonCurves& curves,
                                          SvgTheme theme = SvgTheme::Automatic);
/// Least and largest values over the time of each run, A above B on one scale.
[[nodiscard]] std::string stripsFigure(const PairOverTime& pair, SvgTheme theme = SvgTheme::Automatic);

} // namespace jitterscope
