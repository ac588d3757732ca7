// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class SlicedSleep final : public SleepStrategy {
public:
    explicit SlicedSleep(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        while (deadline - now > m_slice && !m_time.stopRequested())
            now = m_time.sleepFor(m_slice, SleepKind::Relative).end;
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_slice = nanosecondsOf(values["slice"]);
    }

private:
    TimeSource& m_time;
    Nanoseconds m_slice = 1ms;
};

} // namespace

SleepEntry slicedSleepEntry() {
    return {.id = "sliced-sleep",
            .name = "Sliced sleep",
            .description = "1 ms sleeps while more than 1 ms is left, then spins. Late if the last sleep "
                           "overshoots the time left; spins up to a millisecond per frame.",
            .source = "David LeGare, Achieving consistent frame times",
            .kind = SleepKind::Relative,
            .parameters = {{.name = "slice",
                            .label = "Slice",
                            .unit = Unit::Time,
                            .minimum = 1e4,
                            .maximum = 1e8,
                            .standard = 1e6,
                            .meaning = "Length of one sleep, and the remaining time below which it spins."}},
            .make = makeStrategy<SlicedSleep>};
}

} // namespace jitterscope
