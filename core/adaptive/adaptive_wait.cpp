// SPDX-License-Identifier: MIT
#include "core/adaptive/adaptive_wait.h"

namespace jitterscope {

SourceClock::SourceClock(TimeSource& time) noexcept
    : m_time(time),
      m_kind(time.tick(SleepKind::HighResolutionTimer) < time.tick(SleepKind::Absolute)
                 ? SleepKind::HighResolutionTimer
                 : SleepKind::Absolute) {}

bool AdaptiveWait::learned(LearnedLatency& picture) const noexcept {
    const one_header::WakeModel& model = m_wait.model();
    const one_header::Octave& last = m_wait.lastSleeps();
    const bool chosen = last.tail.missed < 1; // false between the first sleep and the wait after it
    if (last.oversleeps.weight() <= 0 || !chosen)
        return false;
    picture.oversleeps = last.oversleeps;
    picture.operating = last.choice;
    picture.hazard = model.outcome().hazard();
    picture.others = model.outcome().others();
    picture.ceiling = last.ceiling;
    picture.wakeCost = model.costOfWait(m_wait.firstLength()) - last.choice.spin;
    picture.sleepCost = model.at(m_wait.firstLength()).wakeCost;
    picture.interval = m_wait.interval();
    picture.tick = static_cast<double>(m_wait.tickLength().count());
    picture.achieved = m_wait.achieved();
    return true;
}

} // namespace jitterscope
