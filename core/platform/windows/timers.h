// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/platform/windows/calls.h"
#include "core/time/time_source.h"

#include <atomic>

namespace jitterscope {

/// The sleeps of one thread: SleepEx, a waitable timer, a high-resolution one. wake() ends each at once.
/// * No system header: the calls are handed in (calls.h).
class NativeTimers {
public:
    explicit NativeTimers(const WindowsCalls& calls);
    ~NativeTimers();
    NativeTimers(const NativeTimers&) = delete;
    NativeTimers& operator=(const NativeTimers&) = delete;

    /// Sleeps for `length`. Relative sleeps take whole milliseconds, rounded up. The timers' unit is 100 ns.
    /// A kind whose timer was refused sleeps as Relative does. After wake() it returns if `stop` is set, and
    /// otherwise goes on to the same end.
    void sleepFor(Nanoseconds length, SleepKind kind, const std::atomic<bool>& stop) noexcept;
    /// Any thread. Ends a wait for a timer; SleepEx is ended by an asynchronous call besides.
    void wake() noexcept;

private:
    [[nodiscard]] bool wait(WindowsCalls::Handle timer, Nanoseconds length,
                            const std::atomic<bool>& stop) noexcept;
    void sleepWhole(Nanoseconds length, const std::atomic<bool>& stop) noexcept;

    const WindowsCalls& m_calls;
    WindowsCalls::Handle m_event;
    WindowsCalls::Handle m_timer;
    WindowsCalls::Handle m_fineTimer;
};

/// Whether sleeps of the kind can be had. A high-resolution timer that is granted is also tried: it is not
/// supported if its sleeps take as long as those that end on the tick. Takes some milliseconds.
[[nodiscard]] Support timerSupport(const WindowsCalls& calls, SleepKind kind);

} // namespace jitterscope
