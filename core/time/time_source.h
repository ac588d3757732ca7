// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace jitterscope {

/// The kinds of native sleep that strategies use.
enum class SleepKind : std::uint8_t {
    Relative,            ///< for a length of time: clock_nanosleep without TIMER_ABSTIME; Sleep() on Windows
    Absolute,            ///< until a point in time: clock_nanosleep with TIMER_ABSTIME
    Timer,               ///< one-shot kernel timer: timerfd; waitable timer on Windows
    HighResolutionTimer, ///< CREATE_WAITABLE_TIMER_HIGH_RESOLUTION; Windows 10 1803 and later
};
/// Converts to `relative`, `absolute`, `timer`, `hires-timer`, and back.
[[nodiscard]] std::string_view sleepKindId(SleepKind kind) noexcept;
[[nodiscard]] std::optional<SleepKind> sleepKindOf(std::string_view id) noexcept;

/// What a busy wait does between two clock reads.
enum class SpinKind : std::uint8_t {
    Bare,  ///< nothing
    Pause, ///< the processor's pause instruction
    Yield, ///< sched_yield
    /// The processor's timed wait (TPAUSE, MWAITX, WFET) where there is one, else Pause. It takes fewer watts
    /// for the same CPU time.
    LowPower,
};

/// One native sleep. `took − asked` is the oversleep; the sleep began at `end − took`.
struct NativeSleep {
    Nanoseconds asked{};
    Nanoseconds took{};
    TimePoint end{}; ///< the clock read after it
};

/// One busy wait.
struct Spin {
    TimePoint begin{}; ///< the first clock read
    TimePoint end{};   ///< the last clock read
    /// Longest time between two clock reads, without intended pauses. The CPU did something else then.
    Nanoseconds largestGap{};
};

/// The source of time: the real clock, a simulated machine, or a test's script. Everything that waits or
/// measures is given one, so the same code runs on all of them.
/// * Used by one thread, except requestStop() of the real clock.
/// * Nothing here allocates, locks, logs or throws.
/// * Only a stop shortens a sleep; a signal does not.
class TimeSource {
public:
    virtual ~TimeSource() = default;

    [[nodiscard]] virtual TimePoint now() noexcept = 0;
    /// Sleeps for `length` (≤ 0: a call that returns as soon as the system lets it).
    virtual NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept = 0;
    /// Sleeps until `deadline` with an absolute timer; `asked` is deadline − time of the call.
    virtual NativeSleep sleepUntil(TimePoint deadline) noexcept = 0;
    /// Busy-waits until `deadline`; returns at once when it has passed. In virtual time this is a jump.
    virtual Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept = 0;
    /// Reads the clock once in each way that callers read it right after a wait. So this code is in the
    /// caches when the wait ends.
    virtual void rehearse() noexcept { static_cast<void>(now()); }
    /// Whether this is the machine's own clock, so that what is measured with it was measured here.
    [[nodiscard]] virtual bool measuresHere() const noexcept { return false; }
    /// True when the run should end. Then waits return early, and strategies leave their loops.
    [[nodiscard]] virtual bool stopRequested() const noexcept = 0;
    /// How far the clock that counts suspended time (BOOTTIME) is ahead of now(). Grows with each suspend.
    [[nodiscard]] virtual Nanoseconds suspended() noexcept { return Nanoseconds{0}; }
    /// Whether a stop signal or a debugger stopped the whole process between `begin` and now. Call it only
    /// after a gap of more than a second; it may take 2 ms.
    [[nodiscard]] virtual bool processStopped([[maybe_unused]] TimePoint begin) noexcept { return false; }
    /// CPU time that the calling thread has used so far, to measure the cost of a wake-up. Absent where
    /// unknown. A system call on the real clock, so not for every frame.
    [[nodiscard]] virtual std::optional<Nanoseconds> cpuTime() noexcept { return std::nullopt; }
    /// The length of the system's scheduling tick, if sleeps of this kind end on it (Windows). 0 if they do
    /// not, or if it is unknown.
    [[nodiscard]] virtual Nanoseconds tick(SleepKind) const noexcept { return Nanoseconds{0}; }
};

/// A native sleep of this kind until `until`.
inline NativeSleep sleepUntil(TimeSource& time, TimePoint until, SleepKind kind) noexcept {
    return kind == SleepKind::Absolute ? time.sleepUntil(until) : time.sleepFor(until - time.now(), kind);
}

} // namespace jitterscope
