// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

#include <array>

namespace jitterscope {
namespace {

class SteppedPeak final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        for (Step& step : m_steps) {
            while (static_cast<double>((deadline - now).count()) > step.peak && !m_time.stopRequested()) {
                const NativeSleep sleep = m_time.sleepFor(step.length, SleepKind::Relative);
                now = sleep.end;
                step.peak = std::max(step.peak * 0.999, static_cast<double>(sleep.took.count()));
            }
        }
        m_time.spinUntil(deadline, SpinKind::Pause);
    }

    [[nodiscard]] Estimate estimate() const noexcept override {
        return {true, nanosecondsOf(m_steps[1].peak), m_steps[1].peak, 0, 1};
    }

private:
    struct Step {
        Nanoseconds length;
        double peak; ///< worst time that a step of this length took, decaying; ns
    };
    std::array<Step, 2> m_steps{{{Nanoseconds{7'000'000}, 7e6}, {Nanoseconds{1'000'000}, 1e6}}};
};

} // namespace

SleepEntry steppedPeakEntry() {
    return {.id = "stepped-peak",
            .name = "Stepped peak",
            .description =
                "Steps of 7 ms, then of 1 ms, as long as the worst such step (decaying by 0.1 % each time) "
                "still fits, then spins. Meant for the finest timer that the system gives.",
            .source = "airbus/sen, precision sleeper",
            .learnsWholeSleeps = true,
            .parameters = {},
            .make = makeStrategy<SteppedPeak>};
}

} // namespace jitterscope
