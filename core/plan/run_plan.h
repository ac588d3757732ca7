// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/parameter.h"
#include "core/time/period.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace jitterscope {

/// A catalogue entry by id, with its values in catalogue order.
struct Choice {
    std::string id;
    ParameterValues values;
    friend bool operator==(const Choice&, const Choice&) = default;
};

/// The machine to run on: `here`, or a simulated one.
struct MachineChoice {
    std::string id = "here";
    ParameterValues values;
    std::string file;      ///< path, for `recorded`
    bool realPace = false; ///< a simulated machine at wall-clock pace, as on the Live page
    friend bool operator==(const MachineChoice&, const MachineChoice&) = default;
};

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

/// Everything that a run depends on: ids and numbers, copied before the start. A default-constructed plan has
/// no ids; standardPlan() in core/run/resolve.h gives the defaults.
struct RunPlan {
    static constexpr int kMaximumLoad = 256;
    static constexpr std::int64_t kMaximumFrames = 1'000'000'000'000;

    Choice strategy;
    Choice policy;
    Choice work;
    Period period; ///< 60 Hz
    MachineChoice machine;
    ThreadPlan thread;
    std::uint64_t seed = 1;
    std::int64_t frames = 0;               ///< frames that count; 0: no limit
    Nanoseconds duration{0};               ///< from the first release; 0: no limit
    std::int64_t warmup = 0;               ///< frames left out of statistics
    std::optional<Nanoseconds> tolerance;  ///< absent: 1 % of the period
    std::optional<Nanoseconds> stopOnLate; ///< end at the first frame later than this
    int load = 0;                          ///< background threads

    [[nodiscard]] Nanoseconds effectiveTolerance() const noexcept;
    [[nodiscard]] bool simulated() const noexcept { return machine.id != "here"; }
    friend bool operator==(const RunPlan&, const RunPlan&) = default;
};

/// Whether a run of `before` must end before `after` can start: they differ in machine, thread settings,
/// seed, warm-up, or the number of frames or the duration. Everything else can change during a run.
[[nodiscard]] bool needsNewRun(const RunPlan& before, const RunPlan& after) noexcept;

} // namespace jitterscope
