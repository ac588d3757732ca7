// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/base/result.h"
#include "core/time/period.h"

#include <cstdint>
#include <optional>
#include <string>

namespace jitterscope {

/// A catalogue entry by id, and its values in the catalogue's order.
struct Choice {
    std::string id;
    ParameterValues values;
    friend bool operator==(const Choice&, const Choice&) = default;
};

/// What the measuring thread asks of the system; put back when the run ends.
struct ThreadPlan {
    bool realtime = false;            ///< SCHED_FIFO; refused where only one CPU is online
    int cpu = -1;                     ///< pin to this processor; −1: any
    std::optional<Nanoseconds> slack; ///< timer slack; absent: as it is
    friend bool operator==(const ThreadPlan&, const ThreadPlan&) = default;
};

/// The machine to run on: `here`, or a simulated one.
struct MachineChoice {
    std::string id = "here";
    ParameterValues values;
    std::string file;      ///< of `recorded`
    bool realPace = false; ///< a simulated machine at the pace of the wall clock, as the Live page shows it
    friend bool operator==(const MachineChoice&, const MachineChoice&) = default;
};

/// Everything that a run depends on: ids and numbers, copied before the start. Default: precise-sleep,
/// mended, at 60 Hz with `drop-and-rest`, no work, here, until stopped.
struct RunPlan {
    RunPlan();

    static constexpr int kMaximumLoad = 256;
    static constexpr std::int64_t kMaximumFrames = 1'000'000'000'000;

    Choice strategy;
    Choice policy;
    Choice work;
    Period period;
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

/// The first `form` and other defaults of an entry: `make("strategy id")` with every parameter at its
/// default.
[[nodiscard]] Choice sleepChoice(std::string_view id);
[[nodiscard]] Choice policyChoice(std::string_view id);
[[nodiscard]] Choice workChoice(std::string_view id);
[[nodiscard]] MachineChoice machineChoice(std::string_view id);

/// Error (Unsupported): this machine does not run this strategy; one line that says why, and which do. Both
/// are ids of the catalogues.
[[nodiscard]] Result<Done> checkSupport(const std::string& strategy, const std::string& machine);

/// Everything that can be known to be wrong before a start: unknown ids, values out of range, what this
/// machine does not support. One line that names the field and its range.
[[nodiscard]] Result<Done> checkPlan(const RunPlan& plan);

} // namespace jitterscope
