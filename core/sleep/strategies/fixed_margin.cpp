// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class FixedMargin final : public SleepStrategy {
public:
    explicit FixedMargin(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        sleepThenSpin(m_time, deadline, m_margin, m_spin);
    }
    void setParameters(const ParameterValues& values) noexcept override {
        m_margin = nanosecondsOf(values[wakesOnTicks(m_time) ? "tick_margin" : "margin"]);
        m_spin = spinKindOf(values["spin"]);
    }

private:
    TimeSource& m_time;
    Nanoseconds m_margin = 125us;
    SpinKind m_spin = SpinKind::Pause;
};

} // namespace

SleepEntry fixedMarginEntry() {
    return {.id = "fixed-margin",
            .name = "Fixed margin",
            .description = "Sleeps until a constant 125 µs before the deadline, 700 µs where sleeps end "
                           "on ticks (Windows), then spins. Right on the machine that the constant was "
                           "chosen for; on others the margin is too long or too short.",
            .source = "spin_sleep (Rust crate), SpinSleeper::default",
            .parameters =
                {timeParameter("margin", "Margin", 1e8, 125e3, "Time before the deadline that is spun away."),
                 spinParameter(SpinKind::Pause),
                 timeParameter(
                     "tick_margin", "Margin with ticks", 1e8, 700e3,
                     "The same on machines whose sleeps end on the system's tick, as those of Windows do.")},
            .make = makeStrategy<FixedMargin>};
}

} // namespace jitterscope
