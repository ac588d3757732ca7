// SPDX-License-Identifier: MIT
#include "core/sleep/sleep_estimator.h"
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class PreciseSleep final : public SleepStrategy {
public:
    explicit PreciseSleep(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        if (m_printed)
            sleepAsPrinted(deadline - m_time.now());
        else
            sleepMended(deadline);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_estimator.configure(values["x"], values["start"], values.whole("forget"));
        m_slice = nanosecondsOf(values["slice"]);
        m_printed = values["form"] == 0;
    }

    [[nodiscard]] Estimate estimate() const noexcept override { return m_estimator.estimate(); }

private:
    [[nodiscard]] bool worthSleeping(Nanoseconds left) const noexcept {
        return static_cast<double>(left.count()) > m_estimator.margin() && !m_time.stopRequested();
    }

    void sleepAsPrinted(Nanoseconds left) noexcept {
        while (worthSleeping(left)) {
            const Nanoseconds took = m_time.sleepFor(m_slice, SleepKind::Relative).took;
            left -= took;
            m_estimator.add(static_cast<double>(took.count()));
        }
        if (left > 0ns)
            m_time.spinUntil(m_time.now() + left, SpinKind::Bare);
    }

    void sleepMended(TimePoint deadline) noexcept {
        TimePoint now = m_time.now();
        while (worthSleeping(deadline - now)) {
            const NativeSleep sleep = m_time.sleepFor(m_slice, SleepKind::Relative);
            now = sleep.end;
            m_estimator.add(static_cast<double>(sleep.took.count()));
        }
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    TimeSource& m_time;
    SleepEstimator m_estimator;
    Nanoseconds m_slice = 1ms;
    bool m_printed = false;
};

} // namespace

SleepEntry preciseSleepEntry() {
    return {
        .id = "precise-sleep",
        .name = "Precise sleep",
        .description =
            "1 ms sleeps while more than mean + X·σ of all sleeps so far is left, then spins. Exact. Costs "
            "CPU while its estimate is high; above 200 Hz its 5 ms start value never lets it sleep.",
        .source = "blat-blatnik, Making an accurate Sleep() function",
        .learnsWholeSleeps = true,
        .kind = SleepKind::Relative,
        .parameters = {xParameter(1),
                       {.name = "slice",
                        .label = "Slice",
                        .unit = Unit::Time,
                        .minimum = 1e4,
                        .maximum = 1e8,
                        .standard = 1e6,
                        .meaning = "Length of one sleep. Shorter: less spinning, more wake-ups."},
                       startParameter(),
                       forgetParameter(),
                       formParameter(
                           "printed: as in the article, which counts only the time inside its sleeps and "
                           "ends about a microsecond late. mended: works from the deadline.")},
        .make = makeStrategy<PreciseSleep>};
}

} // namespace jitterscope
