// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/choice.h"
#include "core/plan/thread_plan.h"
#include "core/time/period.h"

#include <cstdint>
#include <optional>

namespace jitterscope {

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
