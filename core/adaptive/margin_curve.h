// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/margin_choice.h"

#include <cstddef>

namespace jitterscope {

/// What a given margin does.
[[nodiscard]] MarginPoint marginAt(const LatencyHistogram& oversleeps, double margin, double hazard) noexcept;

/// The whole curve at rising margins, for a chart: a point for each bucket that holds anything. Returns how
/// many were written, at most `size`; none before the first sample.
std::size_t marginCurve(const LatencyHistogram& oversleeps, double hazard, MarginPoint* points,
                        std::size_t size) noexcept;

} // namespace jitterscope
