// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/system_time.h"
#include "core/simulation/simulated_time.h"

namespace jitterscope {

/// A simulated machine at the pace of the wall clock: after each virtual wait it sleeps until real time has
/// caught up, so that the Live page can show it as it would run. What is measured stays virtual.
class PacedTime final : public TimeSource {
public:
    PacedTime(SimulatedTime& simulated, SystemTime& real) noexcept
        : m_simulated(simulated), m_real(real), m_virtualOrigin(simulated.now()), m_realOrigin(real.now()) {}

    [[nodiscard]] TimePoint now() noexcept override { return m_simulated.now(); }
    NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept override {
        const NativeSleep sleep = m_simulated.sleepFor(length, kind);
        catchUp(sleep.end);
        return sleep;
    }
    NativeSleep sleepUntil(TimePoint deadline) noexcept override {
        const NativeSleep sleep = m_simulated.sleepUntil(deadline);
        catchUp(sleep.end);
        return sleep;
    }
    Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept override {
        const Spin spin = m_simulated.spinUntil(deadline, kind);
        catchUp(spin.end);
        return spin;
    }
    [[nodiscard]] bool stopRequested() const noexcept override { return m_real.stopRequested(); }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept override { return m_simulated.cpuTime(); }
    [[nodiscard]] Nanoseconds tick(SleepKind kind) const noexcept override { return m_simulated.tick(kind); }

private:
    void catchUp(TimePoint virtualTime) noexcept {
        const TimePoint due = m_realOrigin + (virtualTime - m_virtualOrigin);
        if (m_real.now() < due)
            m_real.sleepUntil(due);
    }

    SimulatedTime& m_simulated;
    SystemTime& m_real;
    TimePoint m_virtualOrigin;
    TimePoint m_realOrigin;
};

} // namespace jitterscope
