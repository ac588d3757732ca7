// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/aim.h"
#include "core/adaptive/explorer.h"
#include "core/adaptive/learned_latency.h"
#include "core/adaptive/sleep_planner.h"
#include "core/adaptive/tick_phase.h"
#include "core/adaptive/tuning.h"
#include "core/adaptive/wake_model.h"
#include "core/time/time_source.h"

#include <cstdint>
#include <optional>

namespace jitterscope {

/// Waits until points in time. It learns how late this machine wakes sleeps of each length. It sleeps until
/// only a chosen share of the wake-ups would come too late, then spins.
/// * Used by one thread, with all of its parts. About 34 kB; no allocation, lock or exception.
/// * Ends early only with the aim NoSpin or after a stop.
class AdaptiveWait {
public:
    /// Waits and learns with `time`, which must outlive it.
    explicit AdaptiveWait(TimeSource& time, const Tuning& tuning = Tuning()) noexcept;
    AdaptiveWait(const AdaptiveWait&) = delete;

    /// Sets what is to be reached from now on. What was learned is kept.
    void aim(const Aim& aim) noexcept;
    void spinWith(SpinKind kind) noexcept { m_spin = kind; }

    /// Waits, or returns at once if the deadline has passed. Returns the time at which the wait ended. The
    /// last spin is inlined: after a sleep other code is in no cache, and would be a microsecond late.
    TimePoint until(TimePoint deadline) noexcept {
        approach(deadline);
        return arrive(deadline);
    }

    /// The two halves of until(), for callers who make something ready between them. approach() sleeps, and
    /// spins until a few microseconds before the deadline. arrive() spins the rest.
    void approach(TimePoint deadline) noexcept;
    TimePoint arrive(TimePoint deadline) noexcept {
        return m_end = m_spins ? m_time.spinUntil(deadline, m_spin).end : m_time.now();
    }

    /// Copies what was learned of the sleeps that it now waits with. Takes a microsecond. False: nothing was
    /// learned yet, or no margin was chosen from it yet.
    [[nodiscard]] bool learned(LearnedLatency& picture) const noexcept;
    /// The margin that is now in use.
    [[nodiscard]] Nanoseconds margin() const noexcept;
    [[nodiscard]] double marginExactly() const noexcept; ///< ns
    [[nodiscard]] std::int64_t samples() const noexcept; ///< number of sleeps behind the margin

private:
    [[nodiscard]] bool worthASleep(const SleepPlan& plan, TimePoint now, TimePoint deadline,
                                   int sleeps) const noexcept;

    [[nodiscard]] bool keepsAShare() const noexcept { return m_spins && m_budget <= 0; }
    TimePoint sleepOnce(const SleepPlan& plan) noexcept;
    void prepare(TimePoint deadline) noexcept;
    void learnEnd() noexcept;
    void setAims() noexcept;

    TimeSource& m_time;
    const Tuning m_tuning;
    WakeModel m_model;
    SleepKind m_kind; // of its native sleeps: with ticks, the kind that ends on the finest one
    TickPhase m_ticks;
    SleepPlanner m_planner;
    Explorer m_explorer;
    LateShare m_share;
    double m_budget = 0; // of one core, 0 … 1; 0: none
    SpinKind m_spin = SpinKind::Pause;
    bool m_spins = true;
    std::size_t m_firstLength = 0;
    TimePoint m_deadline{}, m_spinBegin{}, m_end{}; // of the last wait
    bool m_waited = false; // the last wait began before its deadline, and is not learned from yet
    std::int64_t m_waits = 0;
    double m_interval = 0; // mean time between deadlines, ns; older ones fade
};

} // namespace jitterscope
