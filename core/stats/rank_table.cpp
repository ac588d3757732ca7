// SPDX-License-Identifier: MIT
#include "core/stats/rank_table.h"

#include "core/stats/distribution.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#if defined(__GNUC__) // and Clang
#define JITTERSCOPE_UNCHECKED __attribute__((no_sanitize("address", "undefined")))
#else
#define JITTERSCOPE_UNCHECKED
#endif

namespace jitterscope {
namespace {

/// The values around a rank: each of the next ten, then ever farther apart, by a tenth of the distance.
std::vector<std::int64_t> cutsAround(std::size_t rank, const std::vector<std::int64_t>& sorted) {
    std::vector<std::int64_t> cuts{sorted.front(), sorted[rank], sorted.back()};
    for (std::size_t distance = 1; distance < sorted.size(); distance += 1 + distance / 10) {
        if (distance <= rank)
            cuts.push_back(sorted[rank - distance]);
        if (rank + distance < sorted.size())
            cuts.push_back(sorted[rank + distance]);
    }
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

/// As many sums side by side as compilers make vector instructions of. None of them overflows: what is drawn,
/// 65 536 times at most, has less than that each time. A third of a comparison's time passes here, so it has
/// no sanitizer of its own: the caller checks its ends.
JITTERSCOPE_UNCHECKED double sumOfProducts(const std::uint16_t* a, const std::uint16_t* b,
                                           std::size_t count) noexcept {
    constexpr std::size_t kSide = 8;
    std::uint32_t sums[kSide] = {};
    std::size_t at = 0;
    for (; at + kSide <= count; at += kSide) {
        for (std::size_t i = 0; i < kSide; ++i)
            sums[i] += std::uint32_t{a[at + i]} * b[at + i];
    }
    std::uint64_t sum = 0;
    for (; at < count; ++at)
        sum += std::uint64_t{a[at]} * b[at];
    for (const std::uint32_t each : sums)
        sum += each;
    return static_cast<double>(sum);
}

/// Of the cells from `begin` on, of which there are as many as weights.
double drawnOf(const Weights& weights, const std::vector<std::uint16_t>& cells, std::size_t begin) noexcept {
    assert(begin + weights.size() <= cells.size());
    return sumOfProducts(weights.data(), cells.data() + begin, weights.size());
}

} // namespace

void CellCounts::setHigh(std::size_t row, std::size_t cell, std::uint32_t high) {
    m_high.resize(m_low.size());
    m_high[row * m_cells + cell] = static_cast<std::uint16_t>(high);
}

double CellCounts::drawn(std::size_t row, const Weights& weights) const noexcept {
    const double low = drawnOf(weights, m_low, row * m_cells);
    return m_high.empty() ? low : low + 65'536.0 * drawnOf(weights, m_high, row * m_cells);
}

Cells::Cells(std::size_t count, std::size_t blockLength)
    : m_count(count), m_counts(1, std::min(count, kMost)) {
    for (std::size_t cell = 0; cell < size(); ++cell)
        m_counts.set(0, cell, static_cast<std::uint32_t>(beginOf(cell + 1) - beginOf(cell)));
    const double inOne = static_cast<double>(count) / static_cast<double>(size());
    const double cells = std::round(static_cast<double>(blockLength) / inOne);
    m_blockCells = std::clamp<std::size_t>(static_cast<std::size_t>(cells), 1, size());
}

Cells::Cells(std::span<const std::size_t> parts) : m_counts(1, parts.size()) {
    for (const std::size_t length : parts) {
        m_counts.set(0, m_ends.size(), static_cast<std::uint32_t>(length));
        m_count += length;
        m_ends.push_back(m_count);
    }
}

/// Fills several tables of one series at once. Each value is looked up once, among the cuts of all tables.
class RankTable::Filler {
public:
    explicit Filler(std::vector<RankTable>& tables) : m_tables(tables) {
        for (const RankTable& table : tables)
            m_cuts.insert(m_cuts.end(), table.m_cuts.begin(), table.m_cuts.end());
        std::ranges::sort(m_cuts);
        m_cuts.erase(std::unique(m_cuts.begin(), m_cuts.end()), m_cuts.end());
        m_row.resize(m_cuts.size());
        for (RankTable& table : tables) {
            std::vector<std::uint32_t>& places = m_places.emplace_back();
            for (const std::int64_t cut : table.m_cuts)
                places.push_back(static_cast<std::uint32_t>(placeIn(m_cuts, cut)));
            if (table.m_above.empty())
                continue;
            Sums& sums = m_sums.emplace_back(Sums{&table, {}});
            for (const std::int64_t cut : m_cuts)
                sums.own.push_back(static_cast<std::uint32_t>(placeIn(table.m_cuts, cut)));
        }
    }

    /// False: cancelled.
    bool take(std::size_t cell, std::span<const std::int64_t> values, const CancelFlag* cancel) {
        constexpr std::size_t kBetweenLooks = std::size_t{1} << 16U; // a cell may be a long recording
        std::ranges::fill(m_row, 0U);
        while (!values.empty()) {
            if (isCancelled(cancel))
                return false;
            const std::size_t count = std::min(values.size(), kBetweenLooks);
            add(cell, values.first(count));
            values = values.subspan(count);
        }
        for (std::size_t place = 1; place < m_row.size(); ++place)
            m_row[place] += m_row[place - 1];
        for (std::size_t k = 0; k < m_tables.size(); ++k) {
            for (std::size_t cut = 0; cut < m_places[k].size(); ++cut)
                m_tables[k].m_atMost.set(cut, cell, m_row[m_places[k][cut]]);
        }
        for (const Sums& sums : m_sums) {
            std::vector<double>& above = sums.table->m_above;
            const std::size_t cells = sums.table->m_cells;
            for (std::size_t cut = sums.table->m_cuts.size(); --cut > 0;)
                above[(cut - 1) * cells + cell] += above[cut * cells + cell];
        }
        return true;
    }

private:
    void add(std::size_t cell, std::span<const std::int64_t> values) {
        for (const std::int64_t value : values) {
            const std::size_t place = placeIn(m_cuts, value);
            m_row[place] += 1;
            for (const Sums& sums : m_sums) {
                if (const std::size_t cut = sums.own[place]; cut > 0)
                    sums.table->m_above[(cut - 1) * sums.table->m_cells + cell] += static_cast<double>(value);
            }
        }
    }

    /// A table that has sums; for each of all cuts, its own cut there.
    struct Sums {
        RankTable* table = nullptr;
        std::vector<std::uint32_t> own;
    };

    /// The first cut that is not below the value. No branch depends on the value, so none is mispredicted. No
    /// value is above the last cut.
    static std::size_t placeIn(const std::vector<std::int64_t>& cuts, std::int64_t value) noexcept {
        const std::int64_t* first = cuts.data();
        for (std::size_t left = cuts.size(); left > 1;) {
            const std::size_t half = left / 2;
            first = first[half - 1] < value ? first + half : first;
            left -= half;
        }
        return static_cast<std::size_t>(first - cuts.data());
    }

    std::vector<RankTable>& m_tables;
    std::vector<std::int64_t> m_cuts;                 // of all tables
    std::vector<std::vector<std::uint32_t>> m_places; // of each table's cuts among them
    std::vector<Sums> m_sums;
    std::vector<std::uint32_t> m_row; // of the current cell: values at or below each cut
};

RankTable::RankTable(const std::vector<std::int64_t>& sorted, const Wanted& wanted, const Cells& cells)
    : m_fraction(wanted.fraction),
      m_cells(cells.size()),
      m_cuts(cutsAround(nearestRank(sorted.size(), wanted.fraction), sorted)),
      m_atMost(m_cuts.size(), m_cells) {
    if (wanted.withSums)
        m_above.resize(m_cuts.size() * m_cells);
}

RankTable::RankTable(std::span<const std::int64_t> values, const std::vector<std::int64_t>& sorted,
                     const Wanted& wanted, const Cells& cells)
    : RankTable(std::move(make(values, sorted, {&wanted, 1}, cells).front())) {}

std::vector<RankTable> RankTable::make(std::span<const std::int64_t> values,
                                       const std::vector<std::int64_t>& sorted,
                                       std::span<const Wanted> wanted, const Cells& cells,
                                       const CancelFlag* cancel) {
    std::vector<RankTable> tables;
    tables.reserve(wanted.size());
    for (const Wanted& one : wanted)
        tables.push_back(RankTable(sorted, one, cells));
    if (tables.empty())
        return tables;
    Filler filler(tables);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        if (!filler.take(cell, cells.in(cell, values), cancel))
            return {};
    }
    return tables;
}

std::size_t RankTable::placeOf(double rank, const Weights& weights) const noexcept {
    std::size_t low = 0;
    std::size_t high = m_cuts.size() - 1; // every value lies at or below the last cut
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (m_atMost.drawn(middle, weights) >= rank)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

double RankTable::quantile(const Weights& weights, double count) const noexcept {
    const double rank = std::max(1.0, std::ceil(m_fraction * count));
    return static_cast<double>(m_cuts[placeOf(rank, weights)]);
}

double RankTable::tailMean(const Weights& weights, double count) const noexcept {
    const double in = std::max(1.0, std::floor((1 - m_fraction) * count + 1e-9));
    const std::size_t place = placeOf(count - in, weights); // the largest value below the tail
    const double beyond = count - m_atMost.drawn(place, weights);
    double sum = 0;
    for (std::size_t cell = 0; cell < m_cells; ++cell)
        sum += weights[cell] * m_above[place * m_cells + cell];
    return (sum + (in - beyond) * static_cast<double>(m_cuts[place])) / in;
}

double tailMean(std::span<const std::int64_t> sorted, double fraction) noexcept {
    const auto count = static_cast<double>(sorted.size());
    const auto in = static_cast<std::size_t>(std::max(1.0, std::floor((1 - fraction) * count + 1e-9)));
    double sum = 0;
    for (std::size_t i = sorted.size() - in; i < sorted.size(); ++i)
        sum += static_cast<double>(sorted[i]);
    return sum / static_cast<double>(in);
}

} // namespace jitterscope
