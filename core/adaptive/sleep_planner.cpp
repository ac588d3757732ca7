// SPDX-License-Identifier: MIT
#include "core/adaptive/sleep_planner.h"

#include <algorithm>

namespace jitterscope {
/// What is known of sleeps of some length, from themselves or from others.
struct SleepPlanner::Knowledge {
    Nanoseconds margin{};
    double cost = 0;      // CPU time of the sleep and the spin after it, ns
    int caution = 2;      // where not certain, at least left / caution is not slept
    bool certain = false; // enough is known to aim a sleep at the deadline
    bool own = false;     // from sleeps of this very length
};

/// Longer sleeps wake later. So the next longer known length stands for an unknown one. Else a shorter length
/// stands for it with twice its margin, and another sleep follows. If nothing is known, half of what is left
/// is slept, again and again, as long as the longest oversleep of such sleeps leaves room.
SleepPlanner::Knowledge SleepPlanner::knowledgeOf(std::size_t wanted, bool second) const noexcept {
    Knowledge known;
    for (std::size_t i = wanted; i < WakeModel::kLengths; ++i) {
        if (const Octave& at = m_model.at(i); at.known()) {
            const bool followed = at.twice && !second;
            known.margin = nanosecondsOf(followed ? at.choice.margin : at.last.margin);
            known.cost = followed ? m_model.costOfWait(i) : at.wakeCost + at.last.spin;
            known.caution = 1;
            known.certain = true;
            known.own = i == wanted;
            return known;
        }
    }
    for (std::size_t i = wanted; i-- > 0;) {
        if (const Octave& at = m_model.at(i); at.known()) {
            known.margin = nanosecondsOf(2 * at.choice.margin);
            known.caution = 16;
            return known;
        }
    }
    known.margin = nanosecondsOf(m_model.worstUnknown());
    return known;
}

SleepPlan SleepPlanner::next(TimePoint now, TimePoint deadline, bool second) const noexcept {
    const Nanoseconds left = deadline - now;
    std::size_t index = m_model.indexOf(left);
    Knowledge known = knowledgeOf(index, second);
    // No sleep may be as long as the wait itself. Then its octave is never known, and the one below is used.
    if (!known.own && index > 0 && endsWithin(index - 1, left))
        known = knowledgeOf(--index, second);
    Nanoseconds length = std::min(left - known.margin, m_model.longestOf(index));
    while (known.certain && index > 0 && m_model.indexOf(length) < index) {
        known = knowledgeOf(--index, second);
        length = std::min(left - known.margin, m_model.longestOf(index));
    }
    if (!known.certain) // until the ticks are found, a sleep may last one tick longer
        length = left - std::max({known.margin, left / known.caution,
                                  m_ticks.known() ? Nanoseconds{0} : m_ticks.tick()});
    const TimePoint target = now + length;
    SleepPlan plan;
    plan.until = plan.wakes = target;
    plan.length = known.certain ? index : m_model.indexOf(length);
    plan.cost = known.cost;
    plan.certain = known.certain;
    plan.whole = length >= left - known.margin; // not cut short at a border
    // The last tick that is early enough. The sleep is asked to end well before it.
    if (m_ticks.known()) {
        plan.wakes = m_ticks.lastTick(target);
        plan.until = std::max(plan.wakes - m_ticks.tick() / 4, now + (plan.wakes - now) / 2);
        plan.cost += static_cast<double>((target - plan.wakes).count());
    }
    return plan;
}

/// Whether a sleep of this octave can end the wait, if at most twice its margin is left; and whether that
/// margin is a small part of the wait, or leaves room for a second sleep.
bool SleepPlanner::endsWithin(std::size_t index, Nanoseconds left) const noexcept {
    const Octave& length = m_model.at(index);
    const Nanoseconds margin = nanosecondsOf(length.choice.margin);
    return length.known() && left - 2 * margin <= m_model.longestOf(index) &&
           (length.twice || 4 * margin <= left);
}

std::optional<SleepPlan> SleepPlanner::trial(TimePoint now, TimePoint deadline, std::size_t first,
                                             std::int64_t wait) const noexcept {
    const Nanoseconds left = deadline - now;
    if (wait % m_tuning.trialEvery != 0 || m_ticks.known() || left / 2 < m_tuning.worthASleep)
        return std::nullopt;
    const std::size_t index = m_model.indexOf(left / 2);
    const Octave& alike = m_model.at(m_model.at(index).known() ? index : first);
    const double late = quantileOf(alike.oversleeps, 0.1, ModelAims::kNone).margin;
    const Nanoseconds length = std::min(left / 2, left - nanosecondsOf(late));
    if (length < m_tuning.worthASleep)
        return std::nullopt;
    SleepPlan plan;
    plan.until = plan.wakes = now + length;
    plan.length = index;
    return plan;
}

} // namespace jitterscope
