// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/support.h"
#include "core/platform/keep_awake.h"
#include "core/time/time.h"

#include <memory>
#include <string>
#include <utility>

namespace jitterscope {

// Services of the desktop on D-Bus's system bus. Every call here answers within kBusPatience, even if the bus
// is absent or hangs, or nobody answers. Still, do not call these on the thread of a window. A build without
// libsystemd says so and asks nobody. Windows has no bus; there SleepInhibitor asks Windows itself.

inline constexpr Nanoseconds kBusPatience = 500ms;

/// Whether this build can speak to the bus at all.
[[nodiscard]] Support systemBusSupport();

/// Whether RealtimeKit (org.freedesktop.RealtimeKit1) is there and would grant a priority.
[[nodiscard]] Support realtimeKitSupport();

/// Asks RealtimeKit to put the calling thread into the real-time class (SCHED_RR, with kRealtimePriority or
/// the most that it grants). leaveRealtime() takes it out again.
/// * RealtimeKit demands a hard RLIMIT_RTTIME. So the limit is lowered for the rest of the process's life
///   (usually to 200 ms); without a privilege it cannot be raised again. A real-time thread that runs for
///   three quarters of the limit without a sleep gets SIGXCPU and leaves the class (process_signals.h). Other
///   threads are not affected.
[[nodiscard]] Support makeRealtimeThroughKit();

/// From now on a ThreadControl asks RealtimeKit if its thread has no right to enter the real-time class, and
/// takes the thread out again. For main(), or before a trial. It holds for the whole process.
void useRealtimeKit(bool use = true) noexcept;

/// While this object lives, the machine neither suspends nor becomes idle by itself (logind; on Windows a
/// power request). The hold ends with its descriptor or handle, also when the process is killed.
class SleepInhibitor final : public AwakeHold {
public:
    SleepInhibitor();
    ~SleepInhibitor() override;
    SleepInhibitor(const SleepInhibitor&) = delete;
    SleepInhibitor& operator=(const SleepInhibitor&) = delete;

    /// Whether the hold was granted; if not, why.
    [[nodiscard]] const Support& support() const noexcept { return m_support; }

private:
    struct Held;
    std::unique_ptr<Held> m_held;
    Support m_support;
};

/// From now on every run that measures this machine holds a SleepInhibitor. For main().
inline void useSleepInhibitor(bool use = true) noexcept {
    constexpr AwakeMaker kMake = []() -> std::unique_ptr<AwakeHold> {
        auto hold = std::make_unique<SleepInhibitor>();
        return hold->support().available ? std::move(hold) : nullptr;
    };
    setAwakeMaker(use ? kMake : nullptr);
}

} // namespace jitterscope
