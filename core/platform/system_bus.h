// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/time/time.h"

#include <memory>
#include <string>

namespace jitterscope {

// Services of the desktop, asked for over D-Bus's system bus. Every call here answers within kBusPatience,
// whether the bus is absent, hangs or has nobody who answers; still, none belongs on the thread of a window.
// A build without libsystemd says so and asks nobody.

inline constexpr Nanoseconds kBusPatience = 500ms;

/// Whether RealtimeKit (org.freedesktop.RealtimeKit1) is there and would grant a priority.
[[nodiscard]] Support realtimeKitSupport();

/// Asks RealtimeKit to put a thread of this process into the real-time class (SCHED_RR, priority as
/// kRealtimePriority or the most that it grants). Before that it lowers RLIMIT_RTTIME, as RealtimeKit
/// demands, for the rest of the process's life: a real-time thread that never sleeps for that long is sent
/// SIGXCPU (process_signals.h) and leaves the class. `threadId` 0: the calling thread.
[[nodiscard]] Support makeRealtimeThroughKit(int threadId = 0);

/// From now on a ThreadControl whose thread may not enter the real-time class by its own right asks
/// RealtimeKit. For main(), or before a trial; it holds for the whole process.
void useRealtimeKit(bool use = true) noexcept;

/// While this object lives, the machine neither suspends nor becomes idle by itself (logind). The inhibition
/// ends with its descriptor, so also when the process is killed.
class SleepInhibitor {
public:
    SleepInhibitor();
    ~SleepInhibitor();
    SleepInhibitor(const SleepInhibitor&) = delete;
    SleepInhibitor& operator=(const SleepInhibitor&) = delete;

    /// Whether it holds; if not, why.
    [[nodiscard]] const Support& support() const noexcept { return m_support; }

private:
    int m_descriptor = -1;
    Support m_support;
};

} // namespace jitterscope
