// SPDX-License-Identifier: MIT
#include "core/platform/windows/timer_period.h"

#include "core/base/parse.h"
#include "core/base/said.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr Nanoseconds kOneMillisecond{1'000'000};

/// The shortest of some sleeps: what else the machine does only makes them longer. The first one begins
/// anywhere between two ticks, the others right after one.
Nanoseconds shortestSleep(const WindowsCalls& calls, std::uint32_t milliseconds) noexcept {
    constexpr int kSleeps = 3;
    (void)calls.sleep(milliseconds);
    Nanoseconds shortest = Nanoseconds::max();
    for (int i = 0; i < kSleeps; ++i) {
        const Nanoseconds begin = calls.now();
        (void)calls.sleep(milliseconds);
        shortest = std::min(shortest, calls.now() - begin);
    }
    return shortest;
}

std::string shown(Nanoseconds length) {
    return said::shortDuration(length);
}

} // namespace

TimerPeriod::TimerPeriod(const WindowsCalls& calls, Nanoseconds asked)
    : m_calls(calls), m_milliseconds(static_cast<std::uint32_t>(timerPeriod(asked).count())) {
    const Nanoseconds period = m_milliseconds * kOneMillisecond;
    m_outcome = {"timer_period", durationText(period), true, "", ""};
    m_begun = calls.beginPeriod(m_milliseconds);
    m_kept = m_begun && calls.keepPeriodWhenCovered(true);
    const Nanoseconds named = calls.periods().now;
    const Nanoseconds took = shortestSleep(calls, m_milliseconds);
    m_outcome.observed = named > Nanoseconds{0} ? shown(named) : "";
    // A sleep of the period's length ends on the second tick at the latest.
    const bool effect = took <= 2 * period + kOneMillisecond;
    m_outcome.granted = m_begun && effect;
    if (!m_begun)
        m_outcome.reason = "timeBeginPeriod refuses " + durationText(period);
    else if (!effect)
        m_outcome.reason = "timeBeginPeriod agreed, but without effect: a sleep of " + durationText(period) +
                           " took " + shown(took);
}

TimerPeriod::~TimerPeriod() {
    if (m_kept)
        (void)m_calls.keepPeriodWhenCovered(false);
    if (m_begun)
        m_calls.endPeriod(m_milliseconds);
}

SettingOutcome timerPeriodNow(const WindowsCalls& calls) {
    const Nanoseconds named = calls.periods().now;
    return {"timer_period", "", true, named > Nanoseconds{0} ? shown(named) : "", ""};
}

Nanoseconds observedTick(const WindowsCalls& calls) noexcept {
    const TimerPeriods periods = calls.periods();
    if (periods.now <= Nanoseconds{0})
        return Nanoseconds{0};
    const Nanoseconds took = shortestSleep(calls, 1);
    if (periods.now > kOneMillisecond && took < periods.now * 3 / 4)
        return Nanoseconds{0}; // it ended between two ticks
    const Nanoseconds wanted = std::max(periods.now, kOneMillisecond);
    return took > 2 * wanted + kOneMillisecond ? periods.longest : periods.now;
}

} // namespace jitterscope
