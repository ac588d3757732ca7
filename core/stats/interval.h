// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jitterscope {

/// A two-sided 95 % interval.
struct Interval {
    double low = 0;
    double high = 0;
};

/// Share of `hits` in `trials` with E. B. Wilson's score interval (JASA 22, 1927). Absent without trials.
struct Share {
    double value = 0;
    Interval interval;

    /// Of a difference: whether it is shown to be below zero, or above. An interval with zero in it shows
    /// neither.
    [[nodiscard]] constexpr bool below() const noexcept { return interval.high < 0; }
    [[nodiscard]] constexpr bool above() const noexcept { return interval.low > 0; }
    [[nodiscard]] constexpr bool shown() const noexcept { return below() || above(); }
};
[[nodiscard]] std::optional<Share> wilsonShare(std::int64_t hits, std::int64_t trials) noexcept;

/// Hits and trials of one block of consecutive trials.
struct BlockCount {
    std::int64_t hits = 0;
    std::int64_t trials = 0;
};

/// The share of hits if hits come in bursts, so that successive trials are not independent. It is Wilson's
/// interval with an effective number of trials n / deff. The design effect deff is the variance between
/// blocks over the binomial one (L. Kish, Survey Sampling, 1965; ratio estimator), at least 1. Blocks should
/// be longer than the bursts. With fewer than two blocks it is wilsonShare(). Absent if there are no trials.
[[nodiscard]] std::optional<Share> blockShare(std::span<const BlockCount> blocks) noexcept;

/// The difference a − b of two independent shares, with R. G. Newcombe's hybrid score interval (Statistics in
/// Medicine 17, 1998, method 10). An interval that contains zero shows no difference.
[[nodiscard]] Share shareDifference(const Share& a, const Share& b) noexcept;

/// The mean of paired differences with Student's t interval (Biometrika 6, 1908). Absent with fewer than two.
[[nodiscard]] std::optional<Share> meanDifference(std::span<const double> differences) noexcept;

/// The median with a 95 % percentile-bootstrap interval (B. Efron, 1979; 2000 resamples, reproducible from
/// `seed`). Absent if there are no values. The interval of a single value is that value.
struct MedianEstimate {
    double value = 0;
    Interval interval;
};
[[nodiscard]] std::optional<MedianEstimate> bootstrapMedian(std::vector<double> values, std::uint64_t seed);

/// The median of at least one value. Reorders its argument.
[[nodiscard]] double medianOf(std::vector<double>& values);

} // namespace jitterscope
