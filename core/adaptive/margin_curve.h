// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"

#include <cstddef>

namespace jitterscope {

/// What a given margin (ns) does. `hazard`: chance per nanosecond of spinning that the spin ends late.
[[nodiscard]] MarginPoint marginAt(const LatencyHistogram& oversleeps, double margin, double hazard) noexcept;

/// The whole curve at rising margins, for a chart: one point for each bucket that holds anything. Returns the
/// number of points written, at most `size`; 0 before the first sample.
std::size_t marginCurve(const LatencyHistogram& oversleeps, double hazard, MarginPoint* points,
                        std::size_t size) noexcept;

} // namespace jitterscope
