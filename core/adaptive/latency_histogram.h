// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace jitterscope {

/// A histogram of wake-up latencies: 16 buckets an octave, 512 ns … 67 ms; the first and the last take what
/// is beyond. Each sample weighs a little more than the one before it, so the weight of old ones fades.
/// * Values in ns. Fixed memory, no allocation; a copy is a snapshot. One thread.
class LatencyHistogram {
public:
    static constexpr std::size_t kPerOctave = 16;
    static constexpr std::size_t kOctaves = 17;
    static constexpr std::size_t kBuckets = kPerOctave * kOctaves + 1; ///< the first: all below 512 ns

    /// `window`: number of samples after which a sample's weight has fallen to 1/e.
    explicit LatencyHistogram(double window = 1'000) noexcept : m_growth(1 + 1 / window) {}

    /// Adds a sample and returns its bucket. Takes a few nanoseconds, independent of history.
    std::size_t add(double value) noexcept;
    /// Forgets everything.
    void clear() noexcept;
    /// Limits the weight of everything learned to this many samples (> 0); the shape stays.
    void fadeTo(double samples) noexcept { m_next = std::max(m_next, m_total / samples); }

    [[nodiscard]] double weight() const noexcept { return m_total / m_next; } ///< in samples
    [[nodiscard]] bool weighsMoreThan(double samples) const noexcept { return m_total > samples * m_next; }
    /// A bucket's share of the weight, in [0, 1].
    [[nodiscard]] double share(std::size_t bucket) const noexcept {
        return m_total > 0 ? m_weights[bucket] / m_total : 0;
    }
    [[nodiscard]] double largest() const noexcept { return m_largest; } ///< since the last clear; 0 if none
    /// Share of the weight in the buckets above that of `value`.
    [[nodiscard]] double shareAbove(double value) const noexcept;
    /// The value that a share `tail` of the weight exceeds, interpolated within its bucket; 0 if empty.
    [[nodiscard]] double quantile(double tail) const noexcept;

    [[nodiscard]] static std::size_t bucketOf(double value) noexcept;
    [[nodiscard]] static double lowerEdge(std::size_t bucket) noexcept; ///< of bucket kBuckets: its upper end
    /// Upper end of a bucket's samples: its upper edge, or the largest sample for the last bucket in use.
    [[nodiscard]] double upperEdge(std::size_t bucket) const noexcept;
    /// The buckets in use: [first, last]; {0, 0} before the first sample.
    [[nodiscard]] std::size_t firstUsed() const noexcept { return m_first < kBuckets ? m_first : 0; }
    [[nodiscard]] std::size_t lastUsed() const noexcept { return m_last; }

private:
    std::array<double, kBuckets> m_weights{};
    double m_growth;
    double m_next = 1; // weight of the next sample
    double m_total = 0;
    double m_largest = 0;
    std::size_t m_first = kBuckets;
    std::size_t m_last = 0;
};

} // namespace jitterscope
