// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace jitterscope {

/// The native sleeps that strategies differ in.
enum class SleepKind : std::uint8_t {
    Relative,            ///< for a length of time: clock_nanosleep without TIMER_ABSTIME; Sleep() on Windows
    Absolute,            ///< until a point: clock_nanosleep with TIMER_ABSTIME
    Timer,               ///< one-shot kernel timer: timerfd; waitable timer on Windows
    HighResolutionTimer, ///< CREATE_WAITABLE_TIMER_HIGH_RESOLUTION; Windows 10 1803 and later
};
/// `relative`, `absolute`, `timer`, `hires-timer`; and back.
[[nodiscard]] std::string_view sleepKindId(SleepKind kind) noexcept;
[[nodiscard]] std::optional<SleepKind> sleepKindOf(std::string_view id) noexcept;

enum class SpinKind : std::uint8_t {
    Bare,     ///< read the clock, nothing else
    Pause,    ///< the processor's pause between reads
    Yield,    ///< sched_yield between reads
    LowPower, ///< the processor's timed wait (TPAUSE, MWAITX, WFET) where there is one, else Pause: fewer
              ///< watts for the same CPU time
};

/// One native sleep. `took − asked` is the oversleep; it began at end − took.
struct NativeSleep {
    Nanoseconds asked{};
    Nanoseconds took{};
    TimePoint end{}; ///< the clock read after it
};

/// One busy wait.
struct Spin {
    TimePoint begin{};        ///< the first clock read
    TimePoint end{};          ///< the last clock read
    Nanoseconds largestGap{}; ///< between two reads, less what it rested on purpose: time without the CPU
};

/// Where time comes from: the real clock, a simulated machine, or a test's script. Everything that waits or
/// measures is given one, so the same code runs on all of them.
/// * Used by one thread; stop() of the real one excepted.
/// * Nothing here allocates, locks, logs or throws.
/// * A signal shortens no sleep; only a stop does.
class TimeSource {
public:
    virtual ~TimeSource() = default;

    [[nodiscard]] virtual TimePoint now() noexcept = 0;
    /// Sleeps for `length` (≤ 0: a call that returns as soon as the system lets it).
    virtual NativeSleep sleepFor(Nanoseconds length, SleepKind kind) noexcept = 0;
    /// Sleeps until `deadline` with an absolute timer; `asked` is deadline − the time of the call.
    virtual NativeSleep sleepUntil(TimePoint deadline) noexcept = 0;
    /// Busy-waits until `deadline`; returns at once when it has passed. In virtual time this is a jump.
    virtual Spin spinUntil(TimePoint deadline, SpinKind kind) noexcept = 0;
    /// The run is to end: waits return early, strategies leave their loops.
    [[nodiscard]] virtual bool stopRequested() const noexcept = 0;
    /// How far the clock with suspend counted (BOOTTIME) is ahead of now()'s; grows by each suspend.
    [[nodiscard]] virtual Nanoseconds suspended() noexcept { return Nanoseconds{0}; }
    /// Whether the whole process was stopped between `begin` and now, by a stop signal or a debugger. Asked
    /// only after a gap of more than a second; may take 2 ms.
    [[nodiscard]] virtual bool processStopped([[maybe_unused]] TimePoint begin) noexcept { return false; }
    /// CPU time that the calling thread has used so far, to tell what a wake-up costs; absent where it is not
    /// known. Costs a system call on the real clock: not for every frame.
    [[nodiscard]] virtual std::optional<Nanoseconds> cpuTime() noexcept { return std::nullopt; }
    /// How long the calling thread has so far been ready to run and was not let: time that others took from
    /// it, which tells a sleep that something else spoilt from a late wake-up. Absent where it is not known.
    /// A system call of about a microsecond.
    [[nodiscard]] virtual std::optional<Nanoseconds> queued() noexcept { return std::nullopt; }
    /// Length of the system's own scheduling tick where sleeps of this kind end on one (Windows); 0: they do
    /// not, or it is not known.
    [[nodiscard]] virtual Nanoseconds tick(SleepKind) const noexcept { return Nanoseconds{0}; }
};

} // namespace jitterscope
