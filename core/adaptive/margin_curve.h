// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"

#include <cstddef>

namespace jitterscope {

/// The whole curve at rising margins, for a chart: one point for each bucket that holds anything. `hazard`:
/// chance per nanosecond of spinning that the spin ends late. Returns the number of points written, at most
/// `size`; 0 before the first sample.
std::size_t marginCurve(const LatencyHistogram& oversleeps, double hazard, MarginPoint* points,
                        std::size_t size) noexcept;

} // namespace jitterscope
