// SPDX-License-Identifier: MIT
#include "core/adaptive/adaptive_wait.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

AdaptiveWait::AdaptiveWait(TimeSource& time, const Tuning& tuning) noexcept
    : m_time(time),
      m_tuning(tuning),
      m_model(m_tuning),
      m_kind(time.tick(SleepKind::HighResolutionTimer) < time.tick(SleepKind::Absolute)
                 ? SleepKind::HighResolutionTimer
                 : SleepKind::Absolute),
      m_ticks(time.tick(m_kind)),
      m_planner(m_model, m_ticks, m_tuning),
      m_explorer(m_kind, m_tuning) {
    setAims();
}

void AdaptiveWait::aim(const Aim& aim) noexcept {
    const auto* const share = std::get_if<LateShare>(&aim);
    const auto* const budget = std::get_if<CpuBudget>(&aim);
    m_share = share != nullptr ? *share : LateShare();
    m_share.share = std::min(std::max(0.0001, m_share.share), 0.5); // NaN becomes the smallest
    m_share.tolerance = std::max(m_share.tolerance, Nanoseconds{0});
    m_budget = budget != nullptr ? std::min(std::max(1e-6, budget->share), 1.0) : 0;
    m_spins = std::get_if<NoSpin>(&aim) == nullptr;
    setAims();
}

void AdaptiveWait::setAims() noexcept {
    ModelAims aims;
    aims.lateShare = !m_spins ? 0.5 : m_budget > 0 ? 0 : m_share.share;
    aims.once = !keepsAShare();
    if (m_budget > 0)
        aims.frameBudget = m_budget * m_interval;
    if (keepsAShare()) {
        aims.ceiling = static_cast<double>(m_share.ceiling.count());
        aims.tolerance = static_cast<double>(m_share.tolerance.count());
    }
    m_model.aim(aims);
}

void AdaptiveWait::approach(TimePoint deadline) noexcept {
    TimePoint now = m_time.now();
    prepare(deadline);
    m_waited = now < deadline;
    int sleeps = 0;
    bool second = false; // a sleep that was aimed at the deadline is over
    bool last = false;   // no other sleep follows: each one more may be late as well
    while (now < deadline && !m_time.stopRequested()) {
        std::optional<SleepPlan> plan = m_planner.next(now, deadline, second);
        if (last || !worthASleep(*plan, now, deadline, sleeps))
            plan = sleeps == 1 && keepsAShare() ? m_planner.trial(now, deadline, m_firstLength, m_waits)
                                                : std::nullopt;
        if (!plan)
            break;
        const bool aimed = plan->certain && plan->whole;
        last = aimed && (second || !keepsAShare() || !m_model.at(plan->length).twice);
        second = aimed;
        now = sleepOnce(*plan);
        if (sleeps++ == 0)
            m_firstLength = plan->length;
    }
    if (sleeps == 0 && m_spins)
        now = m_explorer.probe(m_time, now, deadline, m_ticks, m_model);
    m_spinBegin = now;
    // After a sleep the code of the way out is in no cache. So it is run once before, if there is time.
    // Times are compared, not subtracted: callers may give any, and a difference could overflow.
    if (m_spins && deadline > now + m_tuning.wayOut) {
        static_cast<void>(arrive(deadline - m_tuning.wayOut));
        m_time.rehearse();
    }
}

/// A sleep must cost less CPU than spinning through the time that is left. So a wait has one sleep, several
/// or none, as fits the machine.
bool AdaptiveWait::worthASleep(const SleepPlan& plan, TimePoint now, TimePoint deadline,
                               int sleeps) const noexcept {
    const Nanoseconds length = plan.wakes - now - TickPhase::spread(m_ticks.tick()) / 4; // it may be past
    if (!plan.certain)
        return length >= (sleeps > 0 ? m_tuning.worthASleep : Nanoseconds{1});
    if (length <= Nanoseconds{0})
        return false;
    return !keepsAShare() || static_cast<double>((deadline - now).count()) > plan.cost;
}

TimePoint AdaptiveWait::sleepOnce(const SleepPlan& plan) noexcept {
    const bool costed = m_model.wantsCost(plan.length);
    const auto cpuBefore = costed ? m_time.cpuTime() : std::nullopt;
    const NativeSleep sleep = sleepUntil(m_time, plan.until, m_kind);
    if (m_time.stopRequested())
        return sleep.end;
    m_ticks.woke(sleep.end, plan.wakes);
    m_model.slept(plan.length, static_cast<double>((sleep.end - plan.wakes).count()));
    if (cpuBefore) {
        if (const auto cpuAfter = m_time.cpuTime())
            m_model.cost(plan.length, static_cast<double>((*cpuAfter - *cpuBefore).count()));
    }
    return sleep.end;
}

/// Learns how the last wait ended for its caller. If a spin ends much too late, another thread had the
/// processor. If it ends a little too late, an interrupt came, or the way out was slow.
void AdaptiveWait::learnEnd() noexcept {
    if (!m_waited || m_time.stopRequested())
        return;
    const bool woke = m_spinBegin >= m_deadline;
    const bool late = m_end - m_deadline > m_share.tolerance;
    m_model.outcome().waited(late && !woke);
    if (m_spins && !woke)
        m_model.outcome().spun(static_cast<double>((m_deadline - m_spinBegin).count()),
                               m_end - m_deadline > m_tuning.longLoss);
}

/// Computes everything before the sleep, where it makes nothing late.
void AdaptiveWait::prepare(TimePoint deadline) noexcept {
    learnEnd();
    if (m_ticks.changed())
        m_model.forget();
    using Span = std::chrono::duration<double, std::nano>; // of any two points
    const double apart = (Span(deadline.time_since_epoch()) - Span(m_deadline.time_since_epoch())).count();
    const double longest = static_cast<double>(m_waits) <= m_tuning.intervalMemory ? 1e10 : 8 * m_interval;
    const double interval = std::clamp(apart, 0.0, std::max(longest, 8e6)); // longer: a pause
    m_deadline = deadline;
    if (m_waits++ > 0)
        m_interval +=
            (interval - m_interval) / std::min(static_cast<double>(m_waits - 1), m_tuning.intervalMemory);
    if (m_budget > 0 &&
        (static_cast<double>(m_waits) < m_tuning.intervalMemory || m_waits % m_tuning.choiceEvery == 0))
        setAims();
    m_model.refresh();
}

Nanoseconds AdaptiveWait::margin() const noexcept {
    return nanosecondsOf(m_model.at(m_model.lastOf(m_firstLength)).choice.margin);
}

double AdaptiveWait::marginExactly() const noexcept {
    return m_model.at(m_model.lastOf(m_firstLength)).choice.margin;
}

std::int64_t AdaptiveWait::samples() const noexcept {
    return static_cast<std::int64_t>(m_model.at(m_model.lastOf(m_firstLength)).oversleeps.weight());
}

bool AdaptiveWait::learned(LearnedLatency& picture) const noexcept {
    const Octave& octave = m_model.at(m_model.lastOf(m_firstLength));
    const bool chosen = octave.tail.missed < 1; // false between the first sleep and the wait after it
    if (octave.oversleeps.weight() <= 0 || !chosen)
        return false;
    picture.oversleeps = octave.oversleeps;
    picture.operating = octave.choice;
    picture.hazard = m_model.outcome().hazard();
    picture.others = m_model.outcome().others();
    picture.ceiling = octave.ceiling;
    picture.wakeCost = m_model.costOfWait(m_firstLength) - octave.choice.spin;
    picture.sleepCost = m_model.at(m_firstLength).wakeCost;
    picture.interval = m_interval;
    picture.tick = static_cast<double>(m_ticks.tick().count());
    return true;
}

} // namespace jitterscope
