// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

namespace jitterscope {

/// What the measuring thread requests from the system; restored when the run ends.
struct ThreadPlan {
    /// SCHED_FIFO, refused if only one CPU is online. On Windows MMCSS.
    bool realtime = false;
    int cpu = -1;                     ///< pin to this processor; −1 for any
    std::optional<Nanoseconds> slack; ///< timer slack; absent: unchanged
    /// Ask the scheduler after each wait how long the thread was in the run queue, for the causes of late
    /// frames. About 1 µs a frame, outside the measured interval.
    bool anatomy = true;
    friend bool operator==(const ThreadPlan&, const ThreadPlan&) = default;
};

/// What a slack asks of Windows, which has a period of its timers instead: whole milliseconds, 1 … 1000,
/// rounded up.
[[nodiscard]] constexpr std::chrono::milliseconds timerPeriod(Nanoseconds slack) {
    return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(slack), std::chrono::milliseconds{1},
                      std::chrono::milliseconds{1000});
}

/// One setting of the measuring thread: requested, granted, and observed afterwards.
struct SettingOutcome {
    std::string name;  ///< `timer_slack`, `realtime`, `cpu`
    std::string asked; ///< empty if not requested
    bool granted = true;
    std::string observed; ///< as read back during the run
    std::string reason;   ///< why it was refused
};

} // namespace jitterscope
