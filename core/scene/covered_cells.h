// SPDX-License-Identifier: MIT
#pragma once

#include "core/picture/box.h"
#include "core/picture/picture.h"
#include "core/scene/canvas.h"

#include <cstdint>
#include <vector>

namespace jitterscope::scene {

/// Which small cells of a picture are covered already, so that names find a place where they lie on nothing.
class CoveredCells {
public:
    /// Everything that is drawn so far. Grids (Ink::Hairline), faint grounds, filled paths and diamonds cover
    /// nothing.
    explicit CoveredCells(const Canvas& canvas);

    /// How much lies under a box: 0 is free ground, more is worse; other texts weigh the most.
    [[nodiscard]] double under(const Box& box) const;
    /// The same, but quicker for thousands of places: each row is added up once, not for each place.
    [[nodiscard]] double underOneOfMany(const Box& box) const;
    /// Covers a box, so that nothing else stands there.
    void take(const Box& box) { cover(box, kText); }

private:
    static constexpr double kCell = 2; // px
    static constexpr std::uint8_t kArea = 1;
    static constexpr std::uint8_t kLine = 8;
    static constexpr std::uint8_t kText = 60;

    /// The first and last cells that a box touches.
    struct Cells {
        int left, right, top, bottom;
    };
    [[nodiscard]] Cells cellsOf(const Box& box) const;
    [[nodiscard]] std::size_t placeOf(int row, int column) const noexcept; // in m_cells
    void cover(const Box& box, std::uint8_t weight);
    void follow(const Point& from, const Point& to);
    void follow(const Path& path);
    void edge(const Box& box);
    void add(const Shape& shape, const Letters& letters);
    [[nodiscard]] const std::uint32_t* sumsOf(int row) const;

    int m_columns;
    int m_rows;
    std::vector<std::uint8_t> m_cells;
    // Of each row, what lies left of each column; made when it is asked for.
    mutable std::vector<std::uint32_t> m_sums;
    mutable std::vector<std::uint8_t> m_summed; ///< rows whose sums are up to date
};

/// The box of a text as it is drawn.
[[nodiscard]] Box boxOf(const TextShape& text, const Letters& letters);

} // namespace jitterscope::scene
