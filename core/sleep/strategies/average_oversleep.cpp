// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class AverageOversleep final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        while (deadline - now > nanosecondsOf(m_average) && !m_time.stopRequested()) {
            const Nanoseconds length = deadline - now - nanosecondsOf(m_average);
            const TimePoint end = m_time.sleepFor(length, SleepKind::Relative).end;
            if (const Nanoseconds oversleep = end - now - length; oversleep > 0ns)
                m_average += (static_cast<double>(oversleep.count()) - m_average) / 100;
            now = end;
        }
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    [[nodiscard]] Estimate estimate() const noexcept override {
        return {true, nanosecondsOf(m_average), m_average, 0, 1};
    }

private:
    double m_average = 0; // of the oversleeps, ns
};

} // namespace

SleepEntry averageOversleepEntry() {
    return {
        .id = "average-oversleep",
        .name = "Average oversleep",
        .description =
            "Shortens each sleep by the mean oversleep, of which a new one is a hundredth, and sleeps again "
            "while more than that is left; then spins. Nearly as cheap as a sleep, and late in about half of "
            "the frames, since half of the oversleeps are longer than usual.",
        .source = "MAME, throttle_until_ticks",
        .parameters = {},
        .make = makeStrategy<AverageOversleep>};
}

} // namespace jitterscope
