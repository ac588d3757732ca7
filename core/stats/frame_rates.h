// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope {

/// How far the rate of each frame, one over its time, lies from the mean rate of the frames just before it;
/// in 10⁻⁹ Hz, one for each frame. The root of their mean square is CapFrameX's adaptive standard deviation.
/// As in its code (FrametimeStatisticProvider, TimeBasedMovingAverage; IntervalAverageWindowTime 500), the
/// mean takes the frame itself and the frames before it until the sum of their rates is 500 Hz. So the number
/// is the one that CapFrameX shows. Times are in ns, above 0; others have no rate and count as 0. O(n).
[[nodiscard]] std::vector<std::int64_t> rateDeviations(std::span<const std::int64_t> frameTimes);

} // namespace jitterscope
