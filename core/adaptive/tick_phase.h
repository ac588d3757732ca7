// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace jitterscope {

/// The ticks that a machine's sleeps end on (Windows). Wake-ups come a little after a tick, so the earliest
/// wake-ups show where the ticks are. Their length may change: any program can ask for another one.
class TickPhase {
public:
    /// `tick` ≤ 0: this machine has none.
    explicit TickPhase(Nanoseconds tick) noexcept : m_tick(tick) {}

    [[nodiscard]] bool known() const noexcept { return m_wakes > 0; }
    [[nodiscard]] Nanoseconds tick() const noexcept { return m_tick; }
    /// A wake-up at most this long after a tick still counts to it.
    static Nanoseconds spread(Nanoseconds tick) noexcept { return std::min(tick / 4, Nanoseconds{250'000}); }

    /// A sleep ended at `when`. It was to end at `due`.
    void woke(TimePoint when, TimePoint due) noexcept {
        if (m_tick <= Nanoseconds{0})
            return;
        if (!known())
            m_anchor = when;
        m_last[m_wakes++ % m_last.size()] = when;
        const Nanoseconds after = since(when, m_anchor, m_tick);
        const bool off = after > spread(m_tick) && after < m_tick - m_tick / 32;
        m_doubt = std::max(0, m_doubt + (off || when - due > m_tick ? 4 : -1));
        // A wake-up a little before a tick shows that the tick is earlier than was thought. After a tick the
        // anchor follows slowly: ticks may drift, and the first wake-up may have been a late one.
        m_anchor = after > m_tick - m_tick / 10 ? when : when - after + after / 256;
    }

    /// Whether the last wake-ups lie on ticks of another length. If so, the longest possible one is taken.
    bool changed() noexcept {
        if (m_doubt < 48 || m_wakes < m_last.size())
            return false;
        m_doubt = 0;
        for (const int length : {15'625, 10'000, 8'000, 5'000, 4'000, 2'000, 1'000, 500}) { // µs
            const Nanoseconds tick = Nanoseconds(1'000) * length;
            for (const TimePoint anchor : m_last) {
                const auto on = [&](TimePoint wake) { return since(wake, anchor, tick) <= spread(tick); };
                if (std::count_if(m_last.begin(), m_last.end(), on) <= 12)
                    continue;
                m_anchor = anchor;
                return std::exchange(m_tick, tick) != tick;
            }
        }
        return false;
    }

    /// The last tick at or before `when`. Only while known().
    [[nodiscard]] TimePoint lastTick(TimePoint when) const noexcept {
        return when - since(when, m_anchor, m_tick);
    }

private:
    static Nanoseconds since(TimePoint when, TimePoint anchor, Nanoseconds tick) noexcept {
        return ((when - anchor) % tick + tick) % tick;
    }

    Nanoseconds m_tick;
    TimePoint m_anchor{};
    std::array<TimePoint, 16> m_last{}; // wake-ups
    std::size_t m_wakes = 0;
    int m_doubt = 0; // of the ticks' length
};

} // namespace jitterscope
