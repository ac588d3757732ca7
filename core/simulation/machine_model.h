// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jitterscope {

/// A distribution as a quantile function: values in ns at increasing shares in [0, 1], linear in between.
struct QuantileTable {
    struct Point {
        double share = 0;
        double value = 0;
    };
    std::vector<Point> points;

    /// The value at `share`; 0 for an empty table. Uses only the four basic operations.
    [[nodiscard]] double at(double share) const noexcept;
    [[nodiscard]] double mean() const noexcept; ///< 0 for an empty table
};

/// Wake-up latency of sleeps of one length; interpolated between lengths.
struct LatencyTable {
    double length = 0; ///< ns
    QuantileTable latency;
};

/// CPU time of a native sleep of one length and its wake-up; interpolated between lengths.
struct WakeCost {
    double length = 0; ///< ns
    double cost = 0;   ///< ns
};

/// Tables by the kind of sleep, in order of length.
template <typename Table>
class BySleepKind {
public:
    [[nodiscard]] std::vector<Table>& operator[](SleepKind kind) noexcept {
        return m_tables[static_cast<std::size_t>(kind)];
    }
    /// A kind without tables has those of relative sleeps.
    [[nodiscard]] const std::vector<Table>& of(SleepKind kind) const noexcept {
        const std::vector<Table>& own = m_tables[static_cast<std::size_t>(kind)];
        return own.empty() ? m_tables[static_cast<std::size_t>(SleepKind::Relative)] : own;
    }

private:
    std::array<std::vector<Table>, static_cast<std::size_t>(SleepKind::HighResolutionTimer) + 1> m_tables;
};

/// Complete description of a simulated machine. Times in ns.
struct MachineModel {
    double clockCost = 25;       ///< of one clock read
    double yieldCost = 330;      ///< of a yield that no other thread takes (measured)
    std::int64_t resolution = 1; ///< the clock shows multiples of it
    double slack = 0;            ///< timer slack; delays every sleep but timers
    std::int64_t tick = 0;       ///< sleeps end on its next multiple (Windows); 0: none
    std::int64_t hiresTick = 0;  ///< the same for high-resolution timers
    BySleepKind<LatencyTable> latencies;
    double wakeCost = 15'000; ///< CPU time of a native sleep and its wake-up, if there is no table
    BySleepKind<WakeCost> wakeCosts;
    double lossesPerSecond = 0; ///< losses of the processor per second that a busy thread has it
    QuantileTable lossLength;
    /// Period of the grid on which a busy thread is interrupted (the kernel's tick), and length of an
    /// interruption; 0: none.
    std::int64_t interruptPeriod = 0;
    QuantileTable interruptLength;
    double lossCharged = 0;  ///< share of lost time that its CPU clock still counts (interrupts, steal)
    double lateUniform = 0;  ///< article 1's fake scheduler: late by U(0, this) …
    double periodChance = 0; ///< … and by whole periods, each with this chance

    std::vector<std::string> lacks; ///< for a recorded machine: what its file does not tell

    [[nodiscard]] double latency(SleepKind kind, double length, double share) const noexcept;
    /// The tick on which sleeps of this kind end; 0: none.
    [[nodiscard]] std::int64_t tickOf(SleepKind kind) const noexcept {
        return kind == SleepKind::HighResolutionTimer && hiresTick > 0 ? hiresTick : tick;
    }
    [[nodiscard]] double costOfWake(SleepKind kind, double length) const noexcept;
};

} // namespace jitterscope
