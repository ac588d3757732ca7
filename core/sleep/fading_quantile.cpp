// SPDX-License-Identifier: MIT
#include "core/sleep/fading_quantile.h"

#include <algorithm>
#include <bit>

namespace jitterscope {
namespace {

constexpr double kLeast = 512; // ns
constexpr double kHeaviest = 1e100;

} // namespace

FadingQuantile::FadingQuantile(double tail, double window) noexcept
    : m_tail(tail), m_growth(1 + 1 / window) {}

// An octave by the binary exponent, within it linear steps: no logarithm, so the same bits everywhere.
std::size_t FadingQuantile::bucketOf(double value) noexcept {
    if (!(value >= kLeast))
        return 0;
    const auto whole = static_cast<std::uint64_t>(std::min(value, 6.7e7));
    const auto octave = static_cast<std::size_t>(std::bit_width(whole) - 10); // 512 has ten bits
    const std::uint64_t within = (whole - (std::uint64_t{512} << octave)) * kPerOctave >> (9 + octave);
    return std::min(1 + octave * kPerOctave + static_cast<std::size_t>(within), kBuckets - 1);
}

double FadingQuantile::lowerEdge(std::size_t bucket) noexcept {
    if (bucket == 0)
        return 0;
    const std::size_t octave = (bucket - 1) / kPerOctave;
    const auto step = static_cast<double>((bucket - 1) % kPerOctave);
    return kLeast * static_cast<double>(std::uint64_t{1} << octave) * (1 + step / kPerOctave);
}

void FadingQuantile::add(double value) noexcept {
    const std::size_t bucket = bucketOf(value);
    m_weights[bucket] += m_next;
    m_total += m_next;
    if (bucket > m_cursor)
        m_above += m_next;
    m_largest = std::max(m_largest, value);
    m_next *= m_growth;
    if (m_next > kHeaviest)
        rescale();
    settle();
}

void FadingQuantile::settle() noexcept {
    const double allowed = m_tail * m_total;
    while (m_above > allowed && m_cursor + 1 < kBuckets)
        m_above -= m_weights[++m_cursor];
    while (m_cursor > 0 && m_above + m_weights[m_cursor] <= allowed)
        m_above += m_weights[m_cursor--];
}

void FadingQuantile::rescale() noexcept {
    m_total = 0;
    m_above = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
        m_weights[i] /= m_next;
        m_total += m_weights[i];
        if (i > m_cursor)
            m_above += m_weights[i];
    }
    m_next = 1;
}

void FadingQuantile::distrust(double samples) noexcept {
    if (weight() > samples)
        m_next = m_total / samples;
    m_largest = quantile();
    if (m_next > kHeaviest)
        rescale();
}

void FadingQuantile::setTail(double tail) noexcept {
    m_tail = tail;
    settle();
}

double FadingQuantile::quantile() const noexcept {
    if (m_total <= 0)
        return 0;
    const double low = lowerEdge(m_cursor);
    const double high = lowerEdge(m_cursor + 1);
    const double inside = m_weights[m_cursor];
    const double exceeding = inside > 0 ? std::clamp((m_tail * m_total - m_above) / inside, 0.0, 1.0) : 0;
    return std::min(high - exceeding * (high - low), std::max(m_largest, low));
}

} // namespace jitterscope
