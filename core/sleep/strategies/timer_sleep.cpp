// SPDX-License-Identifier: MIT
#include "core/sleep/sleep_estimator.h"
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class TimerSleep final : public SleepStrategy {
public:
    explicit TimerSleep(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        Nanoseconds left = deadline - now;
        for (;;) {
            const Nanoseconds wait = left - m_estimator.estimate().margin;
            if (wait <= kShortestWait || m_time.stopRequested())
                break;
            const NativeSleep sleep = m_time.sleepFor(wait, SleepKind::Timer);
            now = sleep.end;
            left = m_printed ? left - sleep.took : deadline - now;
            m_estimator.add(static_cast<double>((sleep.took - wait).count()));
        }
        if (m_printed && left > 0ns)
            deadline = m_time.now() + left;
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_estimator.configure(values["x"], values["start"], values.whole("forget"));
        m_printed = values["form"] == 0;
    }

    [[nodiscard]] Estimate estimate() const noexcept override { return m_estimator.estimate(); }

private:
    static constexpr Nanoseconds kShortestWait{100}; // one unit of a Windows timer: 1e-7 s in the article

    TimeSource& m_time;
    SleepEstimator m_estimator;
    bool m_printed = false;
};

} // namespace

SleepEntry timerSleepEntry() {
    return {.id = "timer-sleep",
            .name = "Timer sleep",
            .description =
                "One long timer sleep of the time left less mean + X·σ of the timer's errors, repeated, then "
                "spins. Few wake-ups; if the estimate exceeds the time left, it only spins.",
            .source = "blat-blatnik, Making an accurate Sleep() function (waitable timer; timerfd on Linux)",
            .kind = SleepKind::Timer,
            .parameters =
                {xParameter(1), startParameter(), forgetParameter(),
                 formParameter(
                     "printed: counts only the time inside its sleeps. mended: works from the deadline.")},
            .make = makeStrategy<TimerSleep>};
}

} // namespace jitterscope
