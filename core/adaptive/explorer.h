// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tick_phase.h"
#include "core/adaptive/wake_model.h"
#include "core/time/time_source.h"

#include <algorithm>
#include <cstdint>

namespace jitterscope {

/// Without sleeps nothing is learned. So this now and then sleeps as briefly as it can. If such a sleep does
/// not fit into the wait, the next ones are rarer. When ten in a row have fitted, everything is learned anew.
class Explorer {
public:
    Explorer(SleepKind kind, const Tuning& tuning) noexcept
        : m_tuning(tuning), m_kind(kind), m_every(tuning.exploreFirst), m_backOff(m_every) {}

    /// In a wait without a sleep: sleeps as briefly as it can, if one is due. Returns its end, or else `now`.
    TimePoint probe(TimeSource& time, TimePoint now, TimePoint deadline, TickPhase& ticks,
                    WakeModel& model) noexcept {
        model.spunThrough();
        const bool noTick = ticks.tick() > Nanoseconds{0} && !ticks.known(); // they must be found first
        if ((++m_withoutSleep < m_every && !noTick) || deadline < now + m_tuning.exploreLeast)
            return now;
        if (ticks.known() && ticks.lastTick(deadline) <= now)
            return now; // no sleep could end in time
        m_withoutSleep = 0;
        const TimePoint end = sleepUntil(time, now + m_tuning.exploreShortest, m_kind).end;
        ticks.woke(end, end);
        const bool fits = ticks.known() ? end < deadline : end - now <= (deadline - now) / 4;
        if (fits && ++m_fitted < m_tuning.exploreEnough) {
            m_every = m_tuning.exploreFirst / 10;
            return end;
        }
        if (fits)
            model.forget();
        m_every = m_backOff = std::min(2 * m_backOff, m_tuning.exploreLast);
        m_fitted = 0;
        return end;
    }

private:
    const Tuning& m_tuning;
    SleepKind m_kind;                                    // of native sleeps
    std::int64_t m_withoutSleep = 0, m_every, m_backOff; // in waits; a misfit doubles m_backOff
    int m_fitted = 0;                                    // in a row
};

} // namespace jitterscope
