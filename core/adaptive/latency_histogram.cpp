// SPDX-License-Identifier: MIT
#include "core/adaptive/latency_histogram.h"

#include <cmath>

namespace jitterscope {
namespace {

constexpr double kLeast = 512; // ns
constexpr double kHeaviest = 1e100;

} // namespace

// The binary exponent gives the octave, linear steps divide it. No logarithm: the same bits everywhere.
std::size_t LatencyHistogram::bucketOf(double value) noexcept {
    if (!(value >= kLeast))
        return 0;
    int octave = 0;
    const double part = std::frexp(std::min(value, 6.7e7) / kLeast, &octave); // in [0.5, 1)
    const std::size_t first = static_cast<std::size_t>(octave - 1) * kPerOctave + 1;
    return std::min(first + static_cast<std::size_t>((2 * part - 1) * kPerOctave), kBuckets - 1);
}

double LatencyHistogram::lowerEdge(std::size_t bucket) noexcept {
    if (bucket == 0)
        return 0;
    const auto step = static_cast<double>((bucket - 1) % kPerOctave);
    const std::size_t octave = std::min((bucket - 1) / kPerOctave, kOctaves);
    return kLeast * (1 + step / kPerOctave) * static_cast<double>(std::uint64_t{1} << octave);
}

std::size_t LatencyHistogram::add(double value) noexcept {
    const std::size_t bucket = bucketOf(value);
    m_weights[bucket] += m_next;
    m_total += m_next;
    m_largest = std::max(m_largest, value);
    m_first = std::min(m_first, bucket);
    m_last = std::max(m_last, bucket);
    m_next *= m_growth;
    if (m_next > kHeaviest) {
        for (double& weight : m_weights)
            weight /= m_next;
        m_total /= m_next;
        m_next = 1;
    }
    return bucket;
}

void LatencyHistogram::clear() noexcept {
    const double growth = m_growth;
    *this = LatencyHistogram();
    m_growth = growth;
}

double LatencyHistogram::shareAbove(double value) const noexcept {
    double above = 0;
    for (std::size_t i = bucketOf(value) + 1; i <= m_last; ++i)
        above += share(i);
    return above;
}

double LatencyHistogram::quantile(double tail) const noexcept {
    double above = 0;
    for (std::size_t i = m_last + 1; i-- > firstUsed();) {
        const double inside = share(i);
        if (inside > 0 && above + inside > tail) {
            const double low = lowerEdge(i);
            const double high = lowerEdge(i + 1);
            const double exceeding = std::clamp((tail - above) / inside, 0.0, 1.0);
            return std::clamp(high - exceeding * (high - low), low, std::max(m_largest, low));
        }
        above += inside;
    }
    return 0;
}

double LatencyHistogram::upperEdge(std::size_t bucket) const noexcept {
    const double edge = lowerEdge(bucket + 1);
    return bucket != m_last ? edge : std::max(std::min(edge, m_largest), lowerEdge(bucket) + 1);
}

} // namespace jitterscope
