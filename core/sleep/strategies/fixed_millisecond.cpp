// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class FixedMillisecond final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        if (wakesOnTicks(m_time))
            stepThenSpin(m_time, deadline, kStep, kMargin);
        else
            sleepThenSpin(m_time, deadline, kMargin, SpinKind::Yield);
    }

private:
    static constexpr Nanoseconds kMargin{1'020'000};
    static constexpr Nanoseconds kStep{950'000};
};

} // namespace

SleepEntry fixedMillisecondEntry() {
    return {.id = "fixed-millisecond",
            .name = "Fixed millisecond",
            .description = "Sleeps until 1.02 ms before the deadline, then spins, giving way to other "
                           "threads; on Windows in steps of 0.95 ms by a high-resolution timer. Safe but "
                           "expensive: a millisecond of spinning in every frame.",
            .source = "Dolphin emulator, PrecisionTimer",
            .parameters = {},
            .make = makeStrategy<FixedMillisecond>};
}

} // namespace jitterscope
