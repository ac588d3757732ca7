// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/quarter_granularity.h"

#include "core/sleep/peer_support.h"

namespace jitterscope {
namespace {

class QuarterGranularity final : public SleepStrategy {
public:
    explicit QuarterGranularity(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        // The margin follows from what is left, so it shrinks with every sleep.
        TimePoint now = m_time.now();
        for (;;) {
            const Nanoseconds left = deadline - now;
            const Nanoseconds margin = 4 * m_granularity + left / 6;
            if (left <= margin || m_time.stopRequested())
                break;
            now = m_time.sleepFor(left - margin, SleepKind::Relative).end;
        }
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_granularity = nanosecondsOf(values[0]);
    }

private:
    TimeSource& m_time;
    Nanoseconds m_granularity = 500us;
};

} // namespace

SleepEntry quarterGranularityEntry() {
    return {.id = "quarter-granularity",
            .name = JITTERSCOPE_TR("Four granularities"),
            .description =
                JITTERSCOPE_TR("Sleeps to four times the system's granularity and a sixth of what is left "
                               "before the deadline, again and again, then spins. Rarely late; spins two "
                               "milliseconds and more in every frame."),
            .source = "DXVK, util_sleep (granularity 0.5 ms)",
            .parameters = {timeParameter(
                "granularity", JITTERSCOPE_TR("Granularity"), 2e7, 5e5,
                JITTERSCOPE_TR("What the system's sleeps are believed to be exact to."))},
            .make = makeStrategy<QuarterGranularity>};
}

} // namespace jitterscope
