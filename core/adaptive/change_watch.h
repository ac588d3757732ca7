// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tuning.h"

#include <algorithm>

namespace jitterscope {

/// Notices that wake-ups have become much later or earlier, by two cumulative sums (E. S. Page, Continuous
/// inspection schemes, Biometrika 1954): missed margins beyond three times the expected number, and the
/// log-likelihood ratio that the longest twentieth of oversleeps comes a third as often.
class ChangeWatch {
public:
    /// Adds a wake-up. It `missed` its margin or not, and was `inTail` or not; `expected` and `tail` are the
    /// shares that were expected to. True when a sum is beyond what chance explains.
    bool woke(bool missed, double expected, bool inTail, double tail, const Tuning& tuning) noexcept {
        m_later = std::max(0.0, m_later + (missed ? 1.0 : 0.0) - std::min(3 * expected, (1 + expected) / 2));
        // Of a Poisson count: log(1/3) for each one in the tail, and two thirds of the expected share.
        m_earlier = std::max(0.0, m_earlier + (inTail ? -1.09861228866811 : 0.0) + 2 * tail / 3);
        return m_later > tuning.laterAlarm || m_earlier > tuning.earlierAlarm;
    }
    /// Starts both sums again.
    void restart() noexcept { m_later = m_earlier = 0; }

private:
    double m_later = 0, m_earlier = 0;
};

} // namespace jitterscope
