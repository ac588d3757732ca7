// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace jitterscope::ui {

/// The last `columns` equal intervals of time, each summed up in one T. So a picture costs the same, however
/// many samples it shows. Columns start at whole multiples of their width, so that a sample stays in its
/// column while the picture scrolls.
/// * T is default-made for an empty column and has `bool empty() const`.
template <typename T>
class ColumnRing {
public:
    /// `width` > 0 in ns.
    ColumnRing(std::int64_t width, std::size_t columns) : m_width(width), m_columns(columns) {}

    [[nodiscard]] std::int64_t width() const noexcept { return m_width; }
    [[nodiscard]] std::size_t capacity() const noexcept { return m_columns.size(); }
    /// Index of the newest column touched; −1: none.
    [[nodiscard]] std::int64_t newest() const noexcept { return m_newest; }

    /// The column of this moment, in ns; a negative one counts as 0. A moment later than all columns makes a
    /// new one. Null: its column has scrolled out.
    [[nodiscard]] T* at(std::int64_t time) {
        const std::int64_t index = std::max<std::int64_t>(time, 0) / m_width;
        const auto size = static_cast<std::int64_t>(m_columns.size());
        if (index > m_newest) {
            const std::int64_t first = std::max(m_newest + 1, index - size + 1);
            for (std::int64_t i = first; i <= index; ++i)
                m_columns[static_cast<std::size_t>(i % size)] = T{};
            m_newest = index;
        }
        return index + size > m_newest ? &m_columns[static_cast<std::size_t>(index % size)] : nullptr;
    }

    /// visit(middle of the column in ns, const T&), oldest first, empty ones left out.
    template <typename Visit>
    void forEach(Visit&& visit) const {
        const auto size = static_cast<std::int64_t>(m_columns.size());
        for (std::int64_t i = std::max<std::int64_t>(0, m_newest - size + 1); i <= m_newest; ++i) {
            const T& column = m_columns[static_cast<std::size_t>(i % size)];
            if (!column.empty())
                visit(i * m_width + m_width / 2, column);
        }
    }

private:
    std::int64_t m_width;
    std::vector<T> m_columns;
    std::int64_t m_newest = -1;
};

} // namespace jitterscope::ui
