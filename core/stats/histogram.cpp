// SPDX-License-Identifier: MIT
#include "core/stats/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace jitterscope {
namespace {

constexpr int kLinearBits = 6; // 64 buckets an octave
constexpr std::uint64_t kLinear = 1ULL << kLinearBits;

std::uint64_t magnitudeOf(std::int64_t value) noexcept {
    return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

std::size_t indexOf(std::uint64_t magnitude) noexcept {
    if (magnitude < kLinear)
        return static_cast<std::size_t>(magnitude);
    const int shift = 63 - std::countl_zero(magnitude) - kLinearBits;
    return static_cast<std::size_t>(static_cast<std::uint64_t>(shift) * kLinear + (magnitude >> shift));
}

struct MagnitudeRange {
    std::uint64_t lower;
    std::uint64_t upper;
};

MagnitudeRange rangeOf(std::size_t index) noexcept {
    if (index < kLinear)
        return {index, index};
    const auto shift = index / kLinear - 1;
    const std::uint64_t lower = (kLinear + index % kLinear) << shift;
    return {lower, lower + ((1ULL << shift) - 1)};
}

std::int64_t positive(std::uint64_t magnitude) noexcept {
    return static_cast<std::int64_t>(std::min(magnitude, static_cast<std::uint64_t>(INT64_MAX)));
}

std::int64_t negative(std::uint64_t magnitude) noexcept {
    return -positive(magnitude - 1) - 1;
}

std::uint64_t middleOf(MagnitudeRange range) noexcept {
    return range.lower + (range.upper - range.lower) / 2;
}

/// Inline: at -O2 it would be called for each value.
inline void raise(std::vector<std::uint64_t>& counts, std::size_t index, std::uint64_t by) {
    if (index >= counts.size()) [[unlikely]]
        counts.resize(index + 1);
    counts[index] += by;
}

} // namespace

void Histogram::add(std::int64_t value) {
    const std::size_t index = indexOf(magnitudeOf(value));
    if (value < 0) {
        raise(m_negative, index, 1);
        ++m_negativeCount;
    } else {
        raise(m_positive, index, 1);
    }
    ++m_count;
}

void Histogram::merge(const Histogram& other) {
    for (std::size_t i = 0; i < other.m_negative.size(); ++i)
        raise(m_negative, i, other.m_negative[i]);
    for (std::size_t i = 0; i < other.m_positive.size(); ++i)
        raise(m_positive, i, other.m_positive[i]);
    m_count += other.m_count;
    m_negativeCount += other.m_negativeCount;
}

void Histogram::clear() noexcept {
    std::fill(m_negative.begin(), m_negative.end(), 0);
    std::fill(m_positive.begin(), m_positive.end(), 0);
    m_count = 0;
    m_negativeCount = 0;
}

std::optional<std::int64_t> Histogram::percentile(double fraction) const noexcept {
    if (m_count == 0)
        return std::nullopt;
    const double wanted = std::ceil(fraction * static_cast<double>(m_count));
    const std::uint64_t rank =
        std::clamp<std::uint64_t>(wanted < 1 ? 1 : static_cast<std::uint64_t>(wanted), 1, m_count);
    std::uint64_t seen = 0;
    if (rank <= m_negativeCount) {
        for (std::size_t i = m_negative.size(); i-- > 0;) {
            seen += m_negative[i];
            if (seen >= rank)
                return negative(middleOf(rangeOf(i)));
        }
    }
    seen = m_negativeCount;
    for (std::size_t i = 0; i < m_positive.size(); ++i) {
        seen += m_positive[i];
        if (seen >= rank)
            return positive(middleOf(rangeOf(i)));
    }
    return std::nullopt;
}

std::vector<Histogram::Bucket> Histogram::buckets() const {
    std::vector<Bucket> filled;
    for (std::size_t i = m_negative.size(); i-- > 0;) {
        if (m_negative[i] != 0)
            filled.push_back({negative(rangeOf(i).upper), negative(rangeOf(i).lower), m_negative[i]});
    }
    for (std::size_t i = 0; i < m_positive.size(); ++i) {
        if (m_positive[i] != 0)
            filled.push_back({positive(rangeOf(i).lower), positive(rangeOf(i).upper), m_positive[i]});
    }
    return filled;
}

Histogram::Bucket Histogram::bucketOf(std::int64_t value) noexcept {
    const MagnitudeRange range = rangeOf(indexOf(magnitudeOf(value)));
    if (value < 0)
        return {negative(range.upper), negative(range.lower), 0};
    return {positive(range.lower), positive(range.upper), 0};
}

} // namespace jitterscope
