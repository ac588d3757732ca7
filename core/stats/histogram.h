// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

/// A log-linear histogram of integers of both signs (here nanoseconds), after Gil Tene's HDR histogram. It
/// has 64 linear buckets per octave; magnitudes below 64 are exact.
/// * Reported values are bucket midpoints: relative error ≤ 1/128.
/// * Accepts any int64. Memory grows with the largest magnitude seen, to at most 60 KB.
/// * Mergeable. Not for two threads at once.
class Histogram {
public:
    struct Bucket {
        std::int64_t lower = 0; ///< smallest value in it
        std::int64_t upper = 0; ///< largest value in it
        std::uint64_t count = 0;
    };

    void add(std::int64_t value);
    void merge(const Histogram& other);
    void clear() noexcept;

    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    /// Nearest-rank percentile, `fraction` in (0, 1]; absent when empty.
    [[nodiscard]] std::optional<std::int64_t> percentile(double fraction) const noexcept;
    /// Non-empty buckets, in ascending order.
    [[nodiscard]] std::vector<Bucket> buckets() const;

    /// The bucket of a value (with count 0), for tests and drawing.
    [[nodiscard]] static Bucket bucketOf(std::int64_t value) noexcept;

private:
    std::vector<std::uint64_t> m_negative; // by magnitude
    std::vector<std::uint64_t> m_positive;
    std::uint64_t m_count = 0;
    std::uint64_t m_negativeCount = 0;
};

} // namespace jitterscope
