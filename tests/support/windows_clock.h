// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulation/machine_catalog.h"
#include "core/simulation/simulated_time.h"
#include "core/time/forwarding_time.h"

#include <utility>
#include <vector>

namespace jitterscope::test {

/// A simulated Windows whose timers change by a script: the ticks on which its sleeps end, and what it tells
/// of them, which need not be the same.
class WindowsClock final : public ForwardingTime {
public:
    struct Ticks {
        TimePoint from{};
        std::int64_t usual = 0;     ///< ns
        std::int64_t hires = 0;     ///< of high-resolution timers
        std::int64_t toldUsual = 0; ///< as tick() says
        std::int64_t toldHires = 0;
    };

    /// `script` by rising time; its first entry holds from the start.
    WindowsClock(SimulatedTime& machine, std::vector<Ticks> script)
        : ForwardingTime(machine), m_machine(machine), m_script(std::move(script)) {
        take(m_script.front());
    }

    [[nodiscard]] TimePoint now() noexcept override {
        const TimePoint now = m_machine.now();
        while (m_next < m_script.size() && now >= m_script[m_next].from)
            take(m_script[m_next++]);
        return now;
    }
    [[nodiscard]] Nanoseconds tick(SleepKind kind) const noexcept override {
        return Nanoseconds(kind == SleepKind::HighResolutionTimer ? m_told.toldHires : m_told.toldUsual);
    }

private:
    void take(const Ticks& ticks) {
        m_told = ticks;
        MachineModel model = m_machine.model();
        if (model.tick == ticks.usual && model.hiresTick == ticks.hires)
            return; // they lie where they lay
        model.tick = ticks.usual;
        model.hiresTick = ticks.hires;
        m_machine.become(std::move(model));
    }

    SimulatedTime& m_machine;
    std::vector<Ticks> m_script;
    Ticks m_told;
    std::size_t m_next = 1;
};

} // namespace jitterscope::test
