// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class HiresTimer final : public SleepStrategy {
public:
    explicit HiresTimer(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        stepThenSpin(m_time, deadline, m_slice, m_tolerance);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_slice = nanosecondsOf(values["period"] * values["share"]);
        m_tolerance = nanosecondsOf(values["tolerance"]);
    }

private:
    TimeSource& m_time;
    Nanoseconds m_slice = 950us;
    Nanoseconds m_tolerance = 1020us;
};

} // namespace

SleepEntry hiresTimerEntry() {
    return {.id = "hires-timer",
            .name = "High-resolution timer",
            .description =
                "Slices of 0.95 scheduler periods on a high-resolution waitable timer until 1.02 ms before "
                "the deadline, then spins. Exact on Windows, but spins about a millisecond per frame.",
            .source = "blat-blatnik, Snippets, precise_sleep.c (2023)",
            .kind = SleepKind::HighResolutionTimer,
            .parameters = {{.name = "period",
                            .label = "Scheduler period",
                            .unit = Unit::Time,
                            .minimum = 1e5,
                            .maximum = 2e7,
                            .standard = 1e6,
                            .meaning = "Length of the system's scheduling tick."},
                           {.name = "share",
                            .label = "Slice, in periods",
                            .unit = Unit::Fraction,
                            .minimum = 0.1,
                            .maximum = 10,
                            .standard = 0.95,
                            .meaning = "Longest sleep as a share of the scheduler period."},
                           {.name = "tolerance",
                            .label = "Tolerance",
                            .unit = Unit::Time,
                            .minimum = 0,
                            .maximum = 1e8,
                            .standard = 1.02e6,
                            .meaning = "Time before the deadline that is spun away."}},
            .make = makeStrategy<HiresTimer>};
}

} // namespace jitterscope
