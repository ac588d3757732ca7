// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope {

/// A frame stutters if it takes longer than this many times the mean of the second around it, as in
/// CapFrameX, whose standard factor this is.
inline constexpr double kStutterFactor = 2.5;

/// The time of each frame that stutters, and 0 for the others; in ns, one for each frame. The second around a
/// frame is that of second_around.h. O(n), no clock.
[[nodiscard]] std::vector<std::int64_t> stutterTimes(std::span<const std::int64_t> frameTimes);

} // namespace jitterscope
