// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tuning.h"

namespace jitterscope {

/// What became of the last waits, as their caller saw it: shares of late frames, by cause, fading.
/// * One thread.
class Outcome {
public:
    /// One more wait. `late`: it ended late. `woke`: because its sleep did, which a longer margin would have
    /// prevented.
    void waited(bool late, bool woke, const Tuning& tuning) noexcept {
        m_late += ((late ? 1.0 : 0.0) - m_late) / tuning.outcomeMemory;
        m_others += ((late && !woke ? 1.0 : 0.0) - m_others) / tuning.outcomeMemory;
    }
    /// The machine may be another one.
    void doubt() noexcept { m_others /= 2; }
    [[nodiscard]] double late() const noexcept { return m_late; }     ///< share of the waits, in [0, 1]
    [[nodiscard]] double others() const noexcept { return m_others; } ///< of these, what no margin prevents

private:
    double m_late = 0;
    double m_others = 0;
};

} // namespace jitterscope
