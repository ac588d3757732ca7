// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tuning.h"

#include <algorithm>

namespace jitterscope {

/// Notices much later or earlier wake-ups by two cumulative sums (E. S. Page, Continuous inspection schemes,
/// Biometrika 1954): of missed margins above three times as many as expected, and of the log-likelihood that
/// the longest twentieth of the oversleeps comes a third as often. Small changes it leaves to fading.
class ChangeWatch {
public:
    /// Adds a wake-up: whether it missed its margin, whether it was in the tail, and the shares of wake-ups
    /// that were expected to. True when a sum is beyond what chance explains.
    bool woke(bool missed, double expected, bool inTail, double tail, const Tuning& tuning) noexcept {
        m_later = std::max(0.0, m_later + (missed ? 1.0 : 0.0) - std::min(3 * expected, (1 + expected) / 2));
        // The logarithm of a third, and what is left of the tail's share without it.
        m_earlier = std::max(0.0, m_earlier + (inTail ? -1.09861228866811 : 0.0) + 2 * tail / 3);
        return m_later > tuning.laterAlarm || m_earlier > tuning.earlierAlarm;
    }
    /// Starts both sums again.
    void restart() noexcept { m_later = m_earlier = 0; }

private:
    double m_later = 0, m_earlier = 0;
};

} // namespace jitterscope
