// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope {

/// How often each cell of a series is drawn in one resample; in all at most 65 536 times.
using Weights = std::vector<std::uint16_t>;

/// Rows of counts of values, a count for each cell. Resamples sum them over and over, so the lower 16 bits of
/// each stand together, and the higher ones, which short series do not have, apart.
class CellCounts {
public:
    CellCounts() = default;
    CellCounts(std::size_t rows, std::size_t cells) : m_cells(cells), m_low(rows * cells) {}

    void set(std::size_t row, std::size_t cell, std::uint32_t count) {
        m_low[row * m_cells + cell] = static_cast<std::uint16_t>(count & 0xffffU);
        if (const std::uint32_t high = count >> 16U; high > 0)
            setHigh(row, cell, high);
    }
    [[nodiscard]] std::size_t cells() const noexcept { return m_cells; }
    /// How many values of this row a resample has.
    [[nodiscard]] double drawn(std::size_t row, const Weights& weights) const noexcept;

private:
    void setHigh(std::size_t row, std::size_t cell, std::uint32_t high);

    std::size_t m_cells = 0;
    std::vector<std::uint16_t> m_low;  // [row][cell]
    std::vector<std::uint16_t> m_high; // the same; empty: all are 0
};

/// A series cut into cells of neighbours, for the block bootstrap. A block is some cells in a row. A resample
/// says how often each cell is drawn. A short series has a cell for each value.
class Cells {
public:
    static constexpr std::size_t kMost = 2048;

    /// For `count` ≥ 1 values, which are drawn in blocks of about `blockLength`.
    Cells(std::size_t count, std::size_t blockLength);
    /// One cell for each recording, of 65 536 at most. `parts`: their lengths, in their order.
    explicit Cells(std::span<const std::size_t> parts);

    [[nodiscard]] std::size_t size() const noexcept { return m_counts.cells(); }
    [[nodiscard]] std::size_t blockCells() const noexcept { return m_blockCells; }
    /// How many values a resample has.
    [[nodiscard]] double drawn(const Weights& weights) const noexcept { return m_counts.drawn(0, weights); }
    /// The values of a cell, which stand together in the series.
    [[nodiscard]] std::span<const std::int64_t> in(std::size_t cell,
                                                   std::span<const std::int64_t> values) const noexcept {
        const std::size_t first = beginOf(cell);
        return values.subspan(first, beginOf(cell + 1) - first);
    }

    /// The sum of `figure(value)` in each cell.
    template <typename Figure>
    [[nodiscard]] std::vector<double> sums(std::span<const std::int64_t> values, Figure figure) const {
        std::vector<double> sums(size());
        for (std::size_t cell = 0; cell < size(); ++cell) {
            for (const std::int64_t value : in(cell, values))
                sums[cell] += figure(value);
        }
        return sums;
    }

private:
    [[nodiscard]] std::size_t beginOf(std::size_t cell) const noexcept {
        if (!m_ends.empty())
            return cell == 0 ? 0 : m_ends[cell - 1];
        return (cell * m_count + size() - 1) / size();
    }

    std::size_t m_count = 0;
    CellCounts m_counts;             // of values in each cell
    std::vector<std::size_t> m_ends; // of recordings; empty: cells of one size
    std::size_t m_blockCells = 1;
};

/// Finds one quantile in resamples of a series without sorting them. It counts in each cell how many values
/// lie at or below some of the series' own values (the cuts). These are denser near the quantile.
class RankTable {
public:
    struct Wanted {
        double fraction = 0.5;
        bool withSums = false; ///< whether tailMean() is asked for, too
    };
    RankTable(std::span<const std::int64_t> values, const std::vector<std::int64_t>& sorted,
              const Wanted& wanted, const Cells& cells);
    /// A table for each wanted quantile, in one pass over the values. If cancelled, none.
    [[nodiscard]] static std::vector<RankTable> make(std::span<const std::int64_t> values,
                                                     const std::vector<std::int64_t>& sorted,
                                                     std::span<const Wanted> wanted, const Cells& cells,
                                                     const CancelFlag* cancel = nullptr);

    /// The quantile by nearest rank of a resample in which each cell is drawn `weights` times. `count`: how
    /// many values it has.
    [[nodiscard]] double quantile(const Weights& weights, double count) const noexcept;
    /// The mean of the values above that quantile's rank.
    [[nodiscard]] double tailMean(const Weights& weights, double count) const noexcept;

private:
    class Filler;
    RankTable(const std::vector<std::int64_t>& sorted, const Wanted& wanted, const Cells& cells);
    [[nodiscard]] std::size_t placeOf(double rank, const Weights& weights) const noexcept;

    double m_fraction;
    std::size_t m_cells;
    std::vector<std::int64_t> m_cuts; // ascending; the last is the largest value
    CellCounts m_atMost;              // a row for each cut: values at or below it
    std::vector<double> m_above;      // [cut][cell]: sum of the values above the cut; empty unless wanted
};

/// The mean of the largest values: the share 1 − `fraction` of `sorted`, at least one of them.
[[nodiscard]] double tailMean(std::span<const std::int64_t> sorted, double fraction) noexcept;

} // namespace jitterscope
