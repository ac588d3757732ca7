// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <utility>

namespace jitterscope {

/// Where the ticks lie that a machine's sleeps end on (Windows: 15.625, 1 or 0.5 ms). Learned from wake-ups:
/// they come a little after a tick, so the ticks lie along the lower edge of their times.
class TickPhase {
public:
    /// `tick` ≤ 0: this machine has none.
    explicit TickPhase(Nanoseconds tick) noexcept : m_tick(tick) {}

    [[nodiscard]] bool known() const noexcept { return m_known; }
    [[nodiscard]] Nanoseconds tick() const noexcept { return m_tick; }

    /// A sleep ended.
    void woke(TimePoint when) noexcept {
        if (m_tick <= Nanoseconds{0})
            return;
        if (!std::exchange(m_known, true))
            m_anchor = when;
        const Nanoseconds after = when - lastTick(when);
        // A little before a tick: that tick is earlier than was thought. After one: the ticks may drift, and
        // a first wake-up may have been a late one.
        m_anchor = after > m_tick - m_tick / 10 ? when : when - after + after / 256;
    }

    /// The last tick at or before `when`. Only while known().
    [[nodiscard]] TimePoint lastTick(TimePoint when) const noexcept {
        Nanoseconds since = (when - m_anchor) % m_tick;
        if (since < Nanoseconds{0})
            since += m_tick;
        return when - since;
    }

private:
    Nanoseconds m_tick;
    TimePoint m_anchor{};
    bool m_known = false;
};

} // namespace jitterscope
