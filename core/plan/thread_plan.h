// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <optional>
#include <string>

namespace jitterscope {

/// What the measuring thread asks of the system; put back when the run ends.
struct ThreadPlan {
    bool realtime = false;            ///< SCHED_FIFO; refused where only one CPU is online
    int cpu = -1;                     ///< pin to this processor; −1: any
    std::optional<Nanoseconds> slack; ///< timer slack; absent: as it is
    friend bool operator==(const ThreadPlan&, const ThreadPlan&) = default;
};

/// One setting of the measuring thread: asked for, granted, and what was seen afterwards.
struct SettingOutcome {
    std::string name;  ///< `timer_slack`, `realtime`, `cpu`
    std::string asked; ///< empty: not asked for
    bool granted = true;
    std::string observed; ///< as read back during the run
    std::string reason;   ///< why it was refused
};

} // namespace jitterscope
