// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/run_plan.h"
#include "core/platform/windows/calls.h"

#include <atomic>
#include <cstdint>

namespace jitterscope {

/// While it lives, the timer interrupt of Windows comes at least this often (timeBeginPeriod), also while the
/// program's windows are covered. Its end takes that back; when the process ends, in whatever way, Windows
/// does.
/// * No system header: the calls are handed in (calls.h). Any thread.
class TimerPeriod {
public:
    /// Windows takes whole milliseconds: `asked` is rounded up.
    TimerPeriod(const WindowsCalls& calls, Nanoseconds asked);
    ~TimerPeriod();
    TimerPeriod(const TimerPeriod&) = delete;
    TimerPeriod& operator=(const TimerPeriod&) = delete;

    /// Asked; granted, if a sleep of the period's length shows it; observed, the period that Windows names
    /// and what that sleep took.
    [[nodiscard]] const SettingOutcome& outcome() const noexcept { return m_outcome; }

private:
    const WindowsCalls& m_calls;
    std::uint32_t m_milliseconds;
    bool m_begun = false;
    bool m_kept = false;
    SettingOutcome m_outcome;
};

/// Without asking for anything: what Windows names, as observed.
[[nodiscard]] SettingOutcome timerPeriodNow(const WindowsCalls& calls);

/// The tick on which sleeps of this process end, as their lengths show it; 0: they end on none. Windows names
/// the period of the whole machine; since Windows 10 2004 a process that did not ask for it may have a longer
/// one. Sleeps four times for 1 ms: up to 63 ms.
[[nodiscard]] Nanoseconds observedTick(const WindowsCalls& calls) noexcept;

/// That tick as it was last observed, so that reading it costs nothing. Who changes the period of this
/// process observes it anew, and puts it back in the end. Any thread.
class KnownTick {
public:
    explicit KnownTick(const WindowsCalls& calls) noexcept : m_calls(calls) {}
    /// The first call observes it.
    [[nodiscard]] Nanoseconds get() noexcept {
        if (m_tick.load(std::memory_order_relaxed) < 0)
            observe();
        return Nanoseconds(m_tick.load(std::memory_order_relaxed));
    }
    void observe() noexcept { putBack(observedTick(m_calls)); }
    void putBack(Nanoseconds tick) noexcept { m_tick.store(tick.count(), std::memory_order_relaxed); }

private:
    const WindowsCalls& m_calls;
    std::atomic<std::int64_t> m_tick{-1}; // ns; -1: not observed yet
};
/// Of this process.
[[nodiscard]] KnownTick& knownTick() noexcept;

} // namespace jitterscope
