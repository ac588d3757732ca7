// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/fixed_millisecond.h"

#include "core/sleep/peer_support.h"

namespace jitterscope {
namespace {

class FixedMillisecond final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        sleepThenSpin(m_time, deadline, Nanoseconds{1'020'000}, SpinKind::Yield);
    }
};

} // namespace

SleepEntry fixedMillisecondEntry() {
    return {.id = "fixed-millisecond",
            .name = JITTERSCOPE_TR("Fixed millisecond"),
            .description =
                JITTERSCOPE_TR("Sleeps until 1.02 ms before the deadline, then spins, giving way to other "
                               "threads. Safe and dear: a millisecond of every frame."),
            .source = "Dolphin emulator, PrecisionTimer",
            .parameters = {},
            .make = makeStrategy<FixedMillisecond>};
}

} // namespace jitterscope
