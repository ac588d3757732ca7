// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class QuarterGranularity final : public SleepStrategy {
public:
    explicit QuarterGranularity(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        const Nanoseconds margin = 4 * m_granularity + (deadline - now) / 6; // a sixth of the whole wait
        while (deadline - now > margin && !m_time.stopRequested())
            now = m_time.sleepFor(deadline - now - margin, SleepKind::Relative).end;
        m_time.spinUntil(deadline, SpinKind::Bare);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_granularity = std::max(nanosecondsOf(values["granularity"]), m_time.tick(SleepKind::Relative));
    }

private:
    TimeSource& m_time;
    Nanoseconds m_granularity = 500us;
};

} // namespace

SleepEntry quarterGranularityEntry() {
    return {
        .id = "quarter-granularity",
        .name = "Four granularities",
        .description = "Sleeps until four times the system's granularity plus a sixth of the wait "
                       "before the deadline, sleeps again if woken early, then spins. Rarely late; "
                       "spins two milliseconds or more in every frame.",
        .source = "DXVK, util_sleep (granularity 0.5 ms; on Windows the tick)",
        .parameters = {timeParameter(
            "granularity", "Granularity", 2e7, 5e5,
            "Assumed exactness of the system's sleeps; at least the tick, if sleeps end on one (Windows).")},
        .make = makeStrategy<QuarterGranularity>};
}

} // namespace jitterscope
