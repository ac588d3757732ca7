// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace jitterscope {

/// A distribution as its quantile function: values in ns at rising shares of [0, 1], linear in between.
struct QuantileTable {
    struct Point {
        double share = 0;
        double value = 0;
    };
    std::vector<Point> points;

    /// The value at `share`; 0 for an empty table. Arithmetic of the four basic operations only.
    [[nodiscard]] double at(double share) const noexcept;
    [[nodiscard]] double mean() const noexcept; ///< 0 for an empty table
};

/// Wake-up latency of sleeps of one length; between two lengths it is interpolated.
struct LatencyTable {
    double length = 0; ///< ns
    QuantileTable latency;
};

/// CPU time of one native sleep of one length and of its wake-up; between two lengths it is interpolated.
struct WakeCost {
    double length = 0; ///< ns
    double cost = 0;   ///< ns
};

/// All that a simulated machine is. Times in ns.
struct MachineModel {
    double clockCost = 25;       ///< of one clock read
    double yieldCost = 330;      ///< of giving way, where nobody takes it (measured as the Linux machines)
    std::int64_t resolution = 1; ///< the clock shows multiples of it
    double slack = 0;            ///< timer slack; delays every sleep but timers
    std::int64_t tick = 0;       ///< sleeps end on the next multiple of it (Windows); 0: none
    std::int64_t hiresTick = 0;  ///< the same for high-resolution timers
    std::vector<LatencyTable> latencies;      ///< rising lengths
    std::vector<LatencyTable> timerLatencies; ///< where timers differ; empty: as the others
    std::vector<LatencyTable> absoluteLatencies;
    double wakeCost = 15'000; ///< where there is no table: CPU time of one native sleep and its wake-up
    std::vector<WakeCost> wakeCosts;      ///< rising lengths
    std::vector<WakeCost> timerWakeCosts; ///< where timers differ; empty: as the others
    std::vector<WakeCost> absoluteWakeCosts;
    double lossesPerSecond =
        0; ///< how often a busy thread loses the processor, in each second that it has it
    QuantileTable lossLength;
    /// A busy thread is interrupted on this grid (the kernel's tick), for so long; 0: it is not.
    std::int64_t interruptPeriod = 0;
    QuantileTable interruptLength;
    double lossCharged = 0; ///< share of lost time that its CPU clock counts all the same (interrupts, steal)
    double lateUniform = 0; ///< article 1's fake scheduler: late by U(0, this) …
    double periodChance = 0; ///< … and by whole periods, each with this chance

    std::vector<std::string> lacks; ///< of a recorded machine: what its file does not tell

    [[nodiscard]] double latency(SleepKind kind, double length, double share) const noexcept;
    /// The tick that sleeps of this kind end on; 0: none.
    [[nodiscard]] std::int64_t tickOf(SleepKind kind) const noexcept {
        return kind == SleepKind::HighResolutionTimer && hiresTick > 0 ? hiresTick : tick;
    }
    [[nodiscard]] double costOfWake(SleepKind kind, double length) const noexcept;
};

} // namespace jitterscope
