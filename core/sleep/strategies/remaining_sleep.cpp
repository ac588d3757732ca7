// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class RemainingSleep final : public SleepStrategy {
public:
    explicit RemainingSleep(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        while (deadline - now > m_threshold && !m_time.stopRequested())
            now = m_time.sleepFor(deadline - now, SleepKind::Relative).end;
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_threshold = nanosecondsOf(values["threshold"]);
    }

private:
    TimeSource& m_time;
    Nanoseconds m_threshold = 1ms;
};

} // namespace

SleepEntry remainingSleepEntry() {
    return {.id = "remaining-sleep",
            .name = "Remaining sleep",
            .description =
                "Sleeps for all the remaining time while more than 1 ms is left, again if woken early, then "
                "spins. If the system never wakes early, this is a system sleep, and just as late.",
            .source = "David LeGare, Achieving consistent frame times",
            .kind = SleepKind::Relative,
            .parameters = {{.name = "threshold",
                            .label = "Threshold",
                            .unit = Unit::Time,
                            .minimum = 0,
                            .maximum = 1e8,
                            .standard = 1e6,
                            .meaning = "Remaining time below which it spins instead of sleeping."}},
            .make = makeStrategy<RemainingSleep>};
}

} // namespace jitterscope
