// SPDX-License-Identifier: MIT
#include "core/stats/rank_table.h"

#include "core/stats/distribution.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// The values around a rank: each of the next ten, then ever further apart, by a tenth of the distance.
std::vector<std::int64_t> cutsAround(std::size_t rank, const std::vector<std::int64_t>& sorted) {
    std::vector<std::int64_t> cuts{sorted.front(), sorted[rank], sorted.back()};
    for (std::size_t distance = 1; distance < sorted.size(); distance += 1 + distance / 10) {
        if (distance <= rank)
            cuts.push_back(sorted[rank - distance]);
        if (rank + distance < sorted.size())
            cuts.push_back(sorted[rank + distance]);
    }
    std::ranges::sort(cuts);
    const auto rest = std::ranges::unique(cuts);
    cuts.erase(rest.begin(), rest.end());
    return cuts;
}

} // namespace

Cells::Cells(std::size_t count, std::size_t blockLength) : m_count(count), m_counts(std::min(count, kMost)) {
    for (std::size_t i = 0; i < count; ++i)
        m_counts[of(i)] += 1;
    const double inOne = static_cast<double>(count) / static_cast<double>(size());
    const double cells = std::round(static_cast<double>(blockLength) / inOne);
    m_blockCells = std::clamp<std::size_t>(static_cast<std::size_t>(cells), 1, size());
}

Cells::Cells(std::span<const std::size_t> parts) : m_count(0) {
    for (const std::size_t length : parts) {
        m_count += length;
        m_counts.push_back(static_cast<std::uint32_t>(length));
        m_ends.push_back(m_count);
    }
}

RankTable::RankTable(std::span<const std::int64_t> values, const std::vector<std::int64_t>& sorted,
                     double fraction, const Cells& cells, bool withSums)
    : m_fraction(fraction),
      m_cells(cells.size()),
      m_counts(cells.counts()),
      m_cuts(cutsAround(nearestRank(sorted.size(), fraction), sorted)),
      m_atMost(m_cuts.size() * m_cells) {
    if (withSums)
        m_above.resize(m_cuts.size() * m_cells);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto cut =
            static_cast<std::size_t>(std::ranges::lower_bound(m_cuts, values[i]) - m_cuts.begin());
        m_atMost[cut * m_cells + cells.of(i)] += 1;
        if (withSums && cut > 0)
            m_above[(cut - 1) * m_cells + cells.of(i)] += static_cast<double>(values[i]);
    }
    for (std::size_t cell = 0; cell < m_cells; ++cell) {
        for (std::size_t cut = 1; cut < m_cuts.size(); ++cut)
            m_atMost[cut * m_cells + cell] += m_atMost[(cut - 1) * m_cells + cell];
        for (std::size_t cut = m_cuts.size(); withSums && --cut > 0;)
            m_above[(cut - 1) * m_cells + cell] += m_above[cut * m_cells + cell];
    }
}

double drawn(const Weights& weights, std::span<const std::uint32_t> cells) noexcept {
    std::uint64_t sum = 0;
    for (std::size_t cell = 0; cell < weights.size(); ++cell)
        sum += std::uint64_t{weights[cell]} * cells[cell];
    return static_cast<double>(sum);
}

double RankTable::upTo(std::size_t place, const Weights& weights) const noexcept {
    return drawn(weights, std::span(m_atMost).subspan(place * m_cells, m_cells));
}

std::size_t RankTable::placeOf(double rank, const Weights& weights) const noexcept {
    std::size_t low = 0;
    std::size_t high = m_cuts.size() - 1; // at or below the largest value lies everything
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (upTo(middle, weights) >= rank)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

double RankTable::quantile(const Weights& weights) const noexcept {
    const double rank = std::max(1.0, std::ceil(m_fraction * drawn(weights, m_counts)));
    return static_cast<double>(m_cuts[placeOf(rank, weights)]);
}

double RankTable::tailMean(const Weights& weights) const noexcept {
    const double count = drawn(weights, m_counts);
    const double in = std::max(1.0, std::floor((1 - m_fraction) * count + 1e-9));
    const std::size_t place = placeOf(count - in, weights); // the largest value below the tail
    const double beyond = count - upTo(place, weights);
    double sum = 0;
    for (std::size_t cell = 0; cell < m_cells; ++cell)
        sum += weights[cell] * m_above[place * m_cells + cell];
    return (sum + (in - beyond) * static_cast<double>(m_cuts[place])) / in;
}

double tailMean(const std::vector<std::int64_t>& sorted, double fraction) noexcept {
    const auto count = static_cast<double>(sorted.size());
    const auto in = static_cast<std::size_t>(std::max(1.0, std::floor((1 - fraction) * count + 1e-9)));
    double sum = 0;
    for (std::size_t i = sorted.size() - in; i < sorted.size(); ++i)
        sum += static_cast<double>(sorted[i]);
    return sum / static_cast<double>(in);
}

} // namespace jitterscope
