// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>

namespace jitterscope {

/// What Windows says of the period of its timer interrupt; 0: it does not tell.
struct TimerPeriods {
    Nanoseconds longest{0};
    Nanoseconds shortest{0};
    Nanoseconds now{0};
};

/// The calls of Windows that a wait and a thread's settings are made of. A call that succeeds proves nothing:
/// a high-resolution timer may be coarse, a timer period without effect, a class only a handle. Whoever asks
/// looks at what came of it. Plain types and a table, so that a test on any system can refuse each of them.
/// * Nothing here throws. All may be called on any thread; those that name none are of the calling thread.
struct WindowsCalls {
    using Handle = void*;
    enum class Waited : std::uint8_t { Event, Timer, Failed };

    Nanoseconds (*now)() noexcept = nullptr; ///< QueryPerformanceCounter

    /// Null: refused. `fine`: CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, Windows 10 1803 and later.
    Handle (*makeTimer)(bool fine) noexcept = nullptr;
    Handle (*makeEvent)() noexcept = nullptr; ///< one wait takes it; null: refused
    void (*setEvent)(Handle event) noexcept = nullptr;
    /// Once, after this many units of 100 ns.
    bool (*setTimer)(Handle timer, std::int64_t units) noexcept = nullptr;
    Waited (*waitForEither)(Handle event, Handle timer) noexcept = nullptr;
    void (*close)(Handle handle) noexcept = nullptr;
    /// SleepEx; true: an asynchronous call ended it.
    bool (*sleep)(std::uint32_t milliseconds) noexcept = nullptr;

    bool (*beginPeriod)(std::uint32_t milliseconds) noexcept = nullptr; ///< timeBeginPeriod
    void (*endPeriod)(std::uint32_t milliseconds) noexcept = nullptr;   ///< timeEndPeriod
    TimerPeriods (*periods)() noexcept = nullptr;                       ///< NtQueryTimerResolution
    /// Keeps the period also while the program's windows are covered: since Windows 11 it is ignored then.
    /// False: this Windows cannot be asked.
    bool (*keepPeriodWhenCovered)(bool keep) noexcept = nullptr;

    int (*priority)() noexcept = nullptr; ///< the kernel's, 1 … 31, as it is now; 0: not told
    int (*level)() noexcept = nullptr;    ///< GetThreadPriority
    bool (*setLevel)(int level) noexcept = nullptr;
    Handle (*joinMultimedia)() noexcept = nullptr; ///< MMCSS, "Pro Audio"; null: refused
    void (*leaveMultimedia)(Handle membership) noexcept = nullptr;
};

/// Those of this system.
[[nodiscard]] const WindowsCalls& windowsCalls() noexcept;

} // namespace jitterscope
