// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/system_time.h"
#include "core/simulation/simulated_time.h"
#include "core/time/forwarding_time.h"

namespace jitterscope {

/// A simulated machine at wall-clock pace, for the Live page: after each virtual wait it sleeps until real
/// time has caught up. Measurements stay virtual.
class PacedTime final : public ForwardingTime {
public:
    PacedTime(SimulatedTime& simulated, SystemTime& real) noexcept
        : ForwardingTime(simulated),
          m_real(real),
          m_virtualOrigin(simulated.now()),
          m_realOrigin(real.now()) {}

    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override {
        const NativeSleep sleep = clock().sleepFor(length, kind);
        catchUp(sleep.end);
        return sleep;
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        const NativeSleep sleep = clock().sleepUntil(deadline);
        catchUp(sleep.end);
        return sleep;
    }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        const Spin spin = clock().spinUntil(deadline, kind);
        catchUp(spin.end);
        return spin;
    }
    [[nodiscard]] bool stopRequested() const noexcept override { return m_real.stopRequested(); }

private:
    void catchUp(TimePoint virtualTime) noexcept {
        const TimePoint due = m_realOrigin + (virtualTime - m_virtualOrigin);
        if (m_real.now() < due)
            m_real.sleepUntil(due);
    }

    SystemTime& m_real;
    TimePoint m_virtualOrigin;
    TimePoint m_realOrigin;
};

} // namespace jitterscope
