// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace jitterscope {

/// A two-sided 95 % interval.
struct Interval {
    double low = 0;
    double high = 0;
};

/// Share of `hits` in `trials` with E. B. Wilson's score interval (JASA 22, 1927). Absent if there are no
/// trials.
struct Share {
    double value = 0;
    Interval interval;
};
[[nodiscard]] std::optional<Share> wilsonShare(std::int64_t hits, std::int64_t trials) noexcept;

/// The difference a − b of two independent shares, with R. G. Newcombe's hybrid score interval (Statistics in
/// Medicine 17, 1998, method 10). An interval that contains zero shows no difference.
[[nodiscard]] Share shareDifference(const Share& a, const Share& b) noexcept;

} // namespace jitterscope
