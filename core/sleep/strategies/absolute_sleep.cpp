// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class AbsoluteSleep final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        if (m_time.now() < deadline)
            m_time.sleepUntil(deadline);
    }
};

} // namespace

SleepEntry absoluteSleepEntry() {
    return {.id = "absolute-sleep",
            .name = "Absolute sleep",
            .description =
                "One sleep until the deadline itself, so no time is lost between reading the clock and going "
                "to sleep. As cheap as a system sleep, and late by the wake-up latency.",
            .source = "POSIX clock_nanosleep(TIMER_ABSTIME); the loop of cyclictest",
            .kind = SleepKind::Absolute,
            .parameters = {},
            .make = makeStrategy<AbsoluteSleep>};
}

} // namespace jitterscope
