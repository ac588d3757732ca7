// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/tuning.h"

#include <algorithm>

namespace jitterscope {

/// How likely a spin loses the processor to another thread over its deadline: the longer the likelier.
/// * One thread.
class SpinRisk {
public:
    explicit SpinRisk(const Tuning& tuning) noexcept : m_tuning(tuning) {}

    /// After a spin of `length` ns. `lost`: it lost the processor over the deadline.
    void spun(double length, bool lost) noexcept {
        m_spun += length - m_spun / m_tuning.outcomeMemory;
        m_lost += (lost ? 1 : 0) - m_lost / m_tuning.outcomeMemory;
        m_hazard = (m_lost + m_tuning.priorLate) / (m_spun + m_tuning.priorSpun);
    }
    /// The machine may be another one: what is known weighs little against what comes next.
    void doubt() noexcept {
        const double kept = std::min(1.0, m_tuning.spunKept / std::max(m_spun, 1.0));
        m_spun *= kept;
        m_lost *= kept;
    }
    /// Chance, a nanosecond of spinning, that the spin ends late.
    [[nodiscard]] double hazard() const noexcept { return m_tuning.spinRisk ? m_hazard : 0; }

private:
    const Tuning& m_tuning;
    double m_hazard = 0;
    double m_spun = 0; // ns, fading
    double m_lost = 0; // spins, fading
};

} // namespace jitterscope
