// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/platform/keep_awake.h"
#include "core/time/time.h"

#include <memory>
#include <string>

namespace jitterscope {

// Services of the desktop, asked for over D-Bus's system bus. Every call here answers within kBusPatience,
// whether the bus is absent, hangs or has nobody who answers; still, none belongs on the thread of a window.
// A build without libsystemd says so and asks nobody. Windows has no bus; SleepInhibitor asks Windows itself.

inline constexpr Nanoseconds kBusPatience = 500ms;

/// Whether this build can speak to the bus at all.
[[nodiscard]] Support systemBusSupport();

/// Whether RealtimeKit (org.freedesktop.RealtimeKit1) is there and would grant a priority.
[[nodiscard]] Support realtimeKitSupport();

/// Asks RealtimeKit to put the calling thread into the real-time class (SCHED_RR, with kRealtimePriority or
/// the most that it grants). leaveRealtime() takes it out again.
/// * RealtimeKit wants a hard RLIMIT_RTTIME, so that is lowered for the rest of the process's life (usually
/// to 200 ms;
///   without a privilege there is no way back). A real-time thread that runs for three quarters of it without
///   a sleep is sent SIGXCPU and leaves the class (process_signals.h); other threads are not concerned.
[[nodiscard]] Support makeRealtimeThroughKit();

/// From now on a ThreadControl whose thread may not enter the real-time class by its own right asks
/// RealtimeKit, and takes the thread out again. For main(), or before a trial; it holds for the whole
/// process.
void useRealtimeKit(bool use = true) noexcept;

/// While this object lives, the machine neither suspends nor becomes idle by itself (logind; on Windows a
/// power request). It ends with its descriptor or handle, so also when the process is killed.
class SleepInhibitor final : public AwakeHold {
public:
    SleepInhibitor();
    ~SleepInhibitor() override;
    SleepInhibitor(const SleepInhibitor&) = delete;
    SleepInhibitor& operator=(const SleepInhibitor&) = delete;

    /// Whether it holds; if not, why.
    [[nodiscard]] const Support& support() const noexcept { return m_support; }

private:
    struct Held;
    std::unique_ptr<Held> m_held;
    Support m_support;
};

/// From now on every run that measures this machine holds a SleepInhibitor. For main().
void useSleepInhibitor(bool use = true) noexcept;

} // namespace jitterscope
