// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class LastOvershoot final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        const Nanoseconds left = deadline - m_time.now();
        if (left <= m_overshoot || left <= 0ns) {
            m_overshoot = 0ns; // otherwise it would never sleep again after one long oversleep
            return;
        }
        const NativeSleep sleep = m_time.sleepFor(left - m_overshoot, SleepKind::Relative);
        m_overshoot = std::max(sleep.took - sleep.asked, Nanoseconds{0});
    }

    [[nodiscard]] Estimate estimate() const noexcept override {
        return {true, m_overshoot, static_cast<double>(m_overshoot.count()), 0, 1};
    }

private:
    Nanoseconds m_overshoot{0};
};

} // namespace

SleepEntry lastOvershootEntry() {
    return {.id = "last-overshoot",
            .name = "Last overshoot",
            .description =
                "Shortens each sleep by the oversleep of the last one, and does not spin. As cheap as a "
                "system sleep, right on average, early or late by the difference of two wake-ups.",
            .source = "MangoHud, fps limiter; bevy_framepace",
            .mayWakeEarly = true,
            .parameters = {},
            .make = makeStrategy<LastOvershoot>};
}

} // namespace jitterscope
