// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/period.h"

#include <cstdint>

namespace jitterscope {

/// Slots of equal length, numbered by iteration. Says exactly when each one starts and which one contains a
/// point in time.
class Grid {
public:
    Grid() = default;
    Grid(const Period& period, std::int64_t iteration, TimePoint start) noexcept
        : m_period(period), m_anchorIteration(iteration), m_anchor(start) {}

    [[nodiscard]] TimePoint startOf(std::int64_t iteration) const noexcept {
        return m_anchor + m_period.at(iteration - m_anchorIteration);
    }
    /// The slot that contains `time`; a slot includes its start.
    [[nodiscard]] std::int64_t slotAt(TimePoint time) const noexcept {
        return m_anchorIteration + m_period.slotAt(time - m_anchor);
    }
    /// Changes the period from slot `iteration` on; the start of that slot does not move.
    void retarget(const Period& period, std::int64_t iteration) noexcept {
        *this = Grid(period, iteration, startOf(iteration));
    }

private:
    Period m_period;
    std::int64_t m_anchorIteration = 0;
    TimePoint m_anchor{};
};

/// Distance in whole ns from the start of `slot` to that of the next. These distances add up exactly.
[[nodiscard]] inline Nanoseconds stepOf(const Period& period, std::int64_t slot) noexcept {
    return period.at(slot + 1) - period.at(slot);
}

} // namespace jitterscope
