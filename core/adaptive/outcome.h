// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tuning.h"

#include <algorithm>

namespace jitterscope {

/// How the last waits ended for their caller; older ones fade. It knows how often something else than a sleep
/// made them late, and how likely a spin loses the processor to another thread at its deadline.
class Outcome {
public:
    explicit Outcome(const Tuning& tuning) noexcept : m_tuning(tuning) {}

    /// After a wait. `late`: it was late although its sleep woke in time, so the margin was not too short.
    void waited(bool late) noexcept { m_others += ((late ? 1 : 0) - m_others) / m_tuning.outcomeMemory; }
    /// After a spin of `length` ns. `lost`: it lost the processor at the deadline.
    void spun(double length, bool lost) noexcept {
        m_spun += length - m_spun / m_tuning.outcomeMemory;
        m_lost += (lost ? 1 : 0) - m_lost / m_tuning.outcomeMemory;
        m_hazard = (m_lost + m_tuning.priorLate) / (m_spun + m_tuning.priorSpun);
    }
    /// The machine may have changed: from now on the past weighs little against what comes next.
    void doubt() noexcept {
        const double kept = std::min(1.0, m_tuning.spunKept / std::max(m_spun, 1.0));
        m_spun *= kept;
        m_lost *= kept;
        m_others /= 2;
    }
    [[nodiscard]] double others() const noexcept { return m_others; } ///< share of the waits, in [0, 1]
    /// Chance per nanosecond of spinning that the spin ends late.
    [[nodiscard]] double hazard() const noexcept { return m_hazard; }

private:
    const Tuning& m_tuning;
    double m_others = 0;
    double m_hazard = 0;
    double m_spun = 0, m_lost = 0; // ns and spins, fading
};

} // namespace jitterscope
