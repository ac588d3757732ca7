// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class DelayPrecise final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        // What is learned in one call is forgotten after it.
        Nanoseconds longest = kShortSleep;
        TimePoint now = m_time.now();
        while (now + longest < deadline && !m_time.stopRequested()) {
            const NativeSleep sleep = m_time.sleepFor(kShortSleep, SleepKind::Relative);
            longest = std::max(longest, sleep.took);
            now = sleep.end;
        }
        const Nanoseconds overshoot = longest - kShortSleep;
        if (deadline - now > overshoot && !m_time.stopRequested())
            m_time.sleepFor(deadline - now - overshoot, SleepKind::Relative);
        m_time.spinUntil(deadline, SpinKind::Pause);
    }

private:
    static constexpr Nanoseconds kShortSleep{1'000'000};
};

} // namespace

SleepEntry delayPreciseEntry() {
    return {.id = "delay-precise",
            .name = "Delay precise",
            .description = "1 ms sleeps, the last one shortened by the worst overshoot in this call; then "
                           "spins with pause. Many wake-ups. Each call learns anew, and a wait shorter than "
                           "a millisecond has no overshoot to learn from.",
            .source = "SDL 3, SDL_DelayPrecise",
            .parameters = {},
            .make = makeStrategy<DelayPrecise>};
}

} // namespace jitterscope
