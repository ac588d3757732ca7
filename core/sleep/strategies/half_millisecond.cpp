// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class HalfMillisecond final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        const TimePoint wake = deadline - kMargin;
        if (wake > m_time.now() && !m_time.stopRequested()) {
            // Windows has no absolute timer on the clock that is used here, so its form is a relative one.
            jitterscope::sleepUntil(
                m_time, wake, wakesOnTicks(m_time) ? SleepKind::HighResolutionTimer : SleepKind::Absolute);
        }
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

private:
    static constexpr Nanoseconds kMargin{500'000};
};

} // namespace

SleepEntry halfMillisecondEntry() {
    return {.id = "half-millisecond",
            .name = "Half millisecond",
            .description =
                "One sleep until 0.5 ms before the deadline itself, then a bare spin; on Windows by one "
                "high-resolution timer. Simple, and on time where sleeps end within half a millisecond; "
                "spins that long in every frame.",
            .source = "DuckStation emulator, Timer::SleepUntil (exact)",
            .kind = SleepKind::Absolute,
            .parameters = {},
            .make = makeStrategy<HalfMillisecond>};
}

} // namespace jitterscope
