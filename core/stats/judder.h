// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jitterscope {

/// Two neighbouring frames judder if their times differ by more than this share of the two's mean.
inline constexpr double kJudderApart = 0.25;

/// 1 for each frame that judders with the next one, 0 for the others and for the last one. They judder if
/// their times are kJudderApart or more apart and lie on both sides of the mean of the second around the
/// first one (second_around.h): a short and a long frame in turn, as 16 and 33 ms, which the eye sees as an
/// uneven motion. The mean, since the median of two frame times in turn is one of the two. O(n), no clock.
[[nodiscard]] std::vector<std::int64_t> judders(std::span<const std::int64_t> frameTimes);

/// The share of all frames that judder with the next one, 0 … 1; the last one has none. Absent with fewer
/// than two frames.
[[nodiscard]] std::optional<double> judderShare(std::span<const std::int64_t> frameTimes);

} // namespace jitterscope
