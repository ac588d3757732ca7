// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tuning.h"

#include <algorithm>

namespace jitterscope {

/// Notices that a machine wakes much later or earlier than it did, by two cumulative sums (E. S. Page,
/// Continuous inspection schemes, Biometrika 1954). One counts the wake-ups that missed their margin above
/// three times as many as expected; the other is the log-likelihood that the longest twentieth of the
/// oversleeps comes a third as often. Small changes need no alarm: the past fades.
/// * One thread.
class ChangeWatch {
public:
    /// From now on: shares of the oversleeps that miss their margin, and that lie in the tail.
    void expect(double missed, double inTail) noexcept {
        m_missed = std::min(3 * missed, (1 + missed) / 2);
        m_tail = inTail;
    }
    /// One more wake-up; true when a sum is beyond what chance explains.
    bool woke(bool missed, bool inTail, const Tuning& tuning) noexcept {
        m_later = std::max(0.0, m_later + (missed ? 1.0 : 0.0) - m_missed);
        m_earlier = std::max(0.0, m_earlier + (inTail ? kLogFewer : 0.0) + (1 - kFewer) * m_tail);
        return m_later > tuning.laterAlarm || m_earlier > tuning.earlierAlarm;
    }
    /// The sums start again.
    void restart() noexcept { m_later = m_earlier = 0; }

private:
    static constexpr double kFewer = 1.0 / 3;
    static constexpr double kLogFewer = -1.09861228866811; // its natural logarithm

    double m_missed = 1;
    double m_tail = 0;
    double m_later = 0;
    double m_earlier = 0;
};

} // namespace jitterscope
