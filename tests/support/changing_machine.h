// SPDX-License-Identifier: MIT
#pragma once

#include "core/simulation/simulated_time.h"
#include "core/time/forwarding_time.h"

#include <utility>
#include <vector>

namespace jitterscope::test {

/// A simulated machine that becomes another one at given times: quiet, loaded, quiet again.
class ChangingMachine final : public ForwardingTime {
public:
    struct Change {
        TimePoint when;
        MachineModel model;
    };

    /// `changes` by rising time.
    ChangingMachine(SimulatedTime& machine, std::vector<Change> changes)
        : ForwardingTime(machine), m_machine(machine), m_changes(std::move(changes)) {}

    [[nodiscard]] TimePoint now() noexcept override {
        const TimePoint now = m_machine.now();
        while (m_next < m_changes.size() && now >= m_changes[m_next].when)
            m_machine.become(m_changes[m_next++].model);
        return now;
    }

private:
    SimulatedTime& m_machine;
    std::vector<Change> m_changes;
    std::size_t m_next = 0;
};

} // namespace jitterscope::test
