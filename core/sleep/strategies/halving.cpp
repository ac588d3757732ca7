// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class Halving final : public SleepStrategy {
public:
    explicit Halving(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        while (deadline - now > m_shortest && !m_time.stopRequested())
            now = m_time.sleepFor((deadline - now) / 2, SleepKind::Relative).end;
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_shortest = nanosecondsOf(values["shortest"]);
    }

private:
    TimeSource& m_time;
    Nanoseconds m_shortest = 100us;
};

} // namespace

SleepEntry halvingEntry() {
    return {.id = "halving",
            .name = "Halving",
            .description =
                "Sleeps half of what is left, again and again, then spins. Learns nothing and does not need "
                "to: each sleep may take twice as long as asked. Many wake-ups per frame.",
            .source = "libstrangle, frame limiter",
            .parameters = {timeParameter("shortest", "Spin below", 1e8, 1e5,
                                         "Remaining time below which it spins instead of sleeping.")},
            .make = makeStrategy<Halving>};
}

} // namespace jitterscope
