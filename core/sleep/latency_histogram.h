// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace jitterscope {

/// How late sleeps woke, slowly forgetting: a histogram in log-spaced buckets (16 an octave, 512 ns … 67 ms,
/// what is shorter or longer in the first or the last) in which each new sample weighs a little more than the
/// one before. That is the same as letting the old ones fade, without touching them.
/// * Values in ns. Fixed memory, no allocation; a copy is a picture of what is known. One thread.
class LatencyHistogram {
public:
    static constexpr std::size_t kPerOctave = 16;
    static constexpr std::size_t kOctaves = 17;
    static constexpr std::size_t kBuckets = kPerOctave * kOctaves + 1; ///< the first holds all below 512 ns

    /// `window`: samples after which a sample's weight has fallen to 1/e.
    explicit LatencyHistogram(double window = 1000) noexcept : m_growth(1 + 1 / window) {}

    /// Adds a sample and returns its bucket; a few nanoseconds, whatever came before.
    std::size_t add(double value) noexcept;
    /// Everything learned so far is forgotten.
    void clear() noexcept;
    /// Everything learned so far weighs no more than so many samples (> 0): it keeps its shape, and what
    /// comes next counts for more.
    void fadeTo(double samples) noexcept { m_next = std::max(m_next, m_total / samples); }

    [[nodiscard]] double weight() const noexcept { return m_total / m_next; } ///< in samples
    [[nodiscard]] bool weighsMoreThan(double samples) const noexcept { return m_total > samples * m_next; }
    /// Share of the weight in a bucket, in [0, 1].
    [[nodiscard]] double share(std::size_t bucket) const noexcept {
        return m_total > 0 ? m_weights[bucket] / m_total : 0;
    }
    [[nodiscard]] double largest() const noexcept { return m_largest; } ///< since the last clear; 0: none
    /// Share of the weight in the buckets above the one that holds `value`.
    [[nodiscard]] double shareAbove(double value) const noexcept;
    /// The value that a share `tail` exceeds, interpolated within its bucket; 0 before the first sample.
    [[nodiscard]] double quantile(double tail) const noexcept;

    [[nodiscard]] static std::size_t bucketOf(double value) noexcept;
    [[nodiscard]] static double lowerEdge(std::size_t bucket) noexcept; ///< of bucket kBuckets: its upper end
    /// Where a bucket's samples end: its upper edge, or the largest sample in the last one that is used.
    [[nodiscard]] double upperEdge(std::size_t bucket) const noexcept;
    /// The buckets that hold anything: [first, last]. {0, 0} before the first sample.
    [[nodiscard]] std::size_t firstUsed() const noexcept { return m_first < kBuckets ? m_first : 0; }
    [[nodiscard]] std::size_t lastUsed() const noexcept { return m_last; }

private:
    void rescale() noexcept;

    std::array<double, kBuckets> m_weights{};
    double m_growth;
    double m_next = 1; // weight of the next sample
    double m_total = 0;
    double m_largest = 0;
    std::size_t m_first = kBuckets;
    std::size_t m_last = 0;
};

} // namespace jitterscope
