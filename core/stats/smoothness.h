// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jitterscope {

/// Calls `visit(i, mean)` for each frame, in order. `mean` is that of the second around the frame, ns: of all
/// frames that lie, at least in part, within half a second of its middle. The frame itself is one of them.
/// O(n), no clock.
template <typename Visit>
void visitSecondsAround(std::span<const std::int64_t> frameTimes, const Visit& visit) {
    constexpr double kHalfSecond = 5e8;
    // The window [first, end) and where it begins and ends; times from the first frame, in ns.
    std::size_t first = 0;
    std::size_t end = 0;
    double firstEnds = 0;
    double endBegins = 0;
    double begins = 0;
    for (std::size_t i = 0; i < frameTimes.size(); ++i) {
        const auto time = static_cast<double>(frameTimes[i]);
        const double middle = begins + time / 2;
        if (i == 0)
            firstEnds = time;
        while (end < frameTimes.size() && (end <= i || endBegins < middle + kHalfSecond))
            endBegins += static_cast<double>(frameTimes[end++]);
        while (first < i && firstEnds < middle - kHalfSecond)
            firstEnds += static_cast<double>(frameTimes[++first]);
        const double within = endBegins - (firstEnds - static_cast<double>(frameTimes[first]));
        visit(i, within / static_cast<double>(end - first));
        begins += time;
    }
}

/// Two neighbouring frames judder if their times differ by more than this share of the two's mean.
inline constexpr double kJudderApart = 0.25;

/// 1 for each frame that judders with the next one, 0 for the others and for the last one. They judder if
/// their times are kJudderApart or more apart and lie on both sides of the mean of the second around the
/// first one (visitSecondsAround): a short and a long frame in turn, as 16 and 33 ms, which the eye sees as
/// an uneven motion. The mean, since the median of two frame times in turn is one of the two. O(n), no clock.
[[nodiscard]] std::vector<std::int64_t> judders(std::span<const std::int64_t> frameTimes);

/// The share of all frames that judder with the next one, 0 … 1; the last one has none. Absent with fewer
/// than two frames.
[[nodiscard]] std::optional<double> judderShare(std::span<const std::int64_t> frameTimes);

/// A frame stutters if it takes longer than this many times the mean of the second around it, as in
/// CapFrameX, whose standard factor this is.
inline constexpr double kStutterFactor = 2.5;

/// The time of each frame that stutters, and 0 for the others; in ns, one for each frame. The second around a
/// frame is that of visitSecondsAround(). O(n), no clock.
[[nodiscard]] std::vector<std::int64_t> stutterTimes(std::span<const std::int64_t> frameTimes);

/// How far the rate of each frame, one over its time, lies from the mean rate of the frames just before it;
/// in 10⁻⁹ Hz, one for each frame. The root of their mean square is CapFrameX's adaptive standard deviation.
/// As in its code (FrametimeStatisticProvider, TimeBasedMovingAverage; IntervalAverageWindowTime 500), the
/// mean takes the frame itself and the frames before it until the sum of their rates is 500 Hz. So the number
/// is the one that CapFrameX shows. Times are in ns, above 0; others have no rate and count as 0. O(n).
[[nodiscard]] std::vector<std::int64_t> rateDeviations(std::span<const std::int64_t> frameTimes);

} // namespace jitterscope
