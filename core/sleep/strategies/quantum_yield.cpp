// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class QuantumYield final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        // Windows: whole quanta, of half a millisecond there, and none is left.
        const bool ticks = wakesOnTicks(m_time);
        const Nanoseconds quantum = ticks ? 500us : 50us;
        TimePoint now = m_time.now();
        while (deadline - now > quantum && !m_time.stopRequested()) {
            const Nanoseconds left = deadline - now;
            const Nanoseconds length = left - left % quantum - (ticks ? 0ns : quantum);
            if (length <= 0ns)
                break;
            now = m_time.sleepFor(length, SleepKind::Relative).end;
        }
        m_time.spinUntil(deadline, SpinKind::Yield);
    }
};

} // namespace

SleepEntry quantumYieldEntry() {
    return {
        .id = "quantum-yield",
        .name = "Quantum, then yields",
        .description =
            "Sleeps whole quanta of 50 µs but for the last one or two, and yields to other threads until the "
            "deadline. Kind to other threads where all processors are busy, and late by whatever they take; "
            "where sleeps are longer than two quanta, late in each frame.",
        .source = "RPCS3, wait_timeout of its PS3 threads",
        .parameters = {},
        .make = makeStrategy<QuantumYield>};
}

} // namespace jitterscope
