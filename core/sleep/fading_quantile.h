// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jitterscope {

/// A quantile of a stream that slowly forgets: the value that a share `tail` of recent samples exceeds.
///
/// Samples are counted in log-spaced buckets (16 an octave, 512 ns … 67 ms, interpolated within), each new
/// one weighing a little more than the one before, which is the same as letting the old ones fade. A cursor
/// stands in the bucket of the quantile and moves by a bucket or two for each sample, so that adding costs
/// the same few nanoseconds always.
/// * Values in ns. Fixed memory, no allocation. One thread.
class FadingQuantile {
public:
    /// `tail` in (0, 1); `window`: samples after which a sample's weight has fallen to 1/e.
    FadingQuantile(double tail, double window) noexcept;

    void add(double value) noexcept;
    /// Keeps the shape that was learned but no more weight than `samples` samples have: for a change of
    /// regime.
    void distrust(double samples) noexcept;
    void setTail(double tail) noexcept;

    [[nodiscard]] double quantile() const noexcept; ///< ns; 0 before the first sample
    [[nodiscard]] double weight() const noexcept { return m_total / m_next; } ///< in samples

private:
    static constexpr std::size_t kPerOctave = 16;
    static constexpr std::size_t kOctaves = 17;
    static constexpr std::size_t kBuckets = kPerOctave * kOctaves + 1; // the first holds all below 512 ns

    [[nodiscard]] static std::size_t bucketOf(double value) noexcept;
    [[nodiscard]] static double lowerEdge(std::size_t bucket) noexcept;
    void settle() noexcept;
    void rescale() noexcept;

    std::array<double, kBuckets> m_weights{};
    double m_tail;
    double m_growth;
    double m_next = 1; // weight of the next sample
    double m_total = 0;
    double m_above = 0;   // weight in the buckets above the cursor
    double m_largest = 0; // since the start or the last distrust
    std::size_t m_cursor = 0;
};

} // namespace jitterscope
