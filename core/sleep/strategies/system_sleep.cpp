// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class SystemSleep final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        const Nanoseconds left = deadline - m_time.now();
        if (left > 0ns)
            m_time.sleepFor(left, SleepKind::Relative);
    }
};

} // namespace

SleepEntry systemSleepEntry() {
    return {.id = "system-sleep",
            .name = "System sleep",
            .description = "One sleep for the time that is left. Costs almost nothing and is late every "
                           "time, by the system's wake-up latency.",
            .source = "blat-blatnik, Making an accurate Sleep() function",
            .kind = SleepKind::Relative,
            .parameters = {},
            .make = makeStrategy<SystemSleep>};
}

} // namespace jitterscope
