// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>
#include <optional>

namespace jitterscope {

/// What the scheduler has counted for one thread since its start.
struct SchedulerCounts {
    Nanoseconds queued{}; ///< ready to run, but waiting for a processor
};

/// Reads the scheduler's counts of the thread that made it.
/// * Measuring thread only. Takes about 1 µs (a system call), so it is read outside the measured interval.
class SchedulerMeter {
public:
    virtual ~SchedulerMeter() = default;
    /// Absent if the system does not tell.
    [[nodiscard]] virtual std::optional<SchedulerCounts> read() noexcept = 0;
};

/// Counters at one moment. A counter that cannot be read is absent, never 0.
struct CpuCounters {
    TimePoint at{};                          ///< when, on the clock of the run
    std::optional<Nanoseconds> thread;       ///< CPU time of the measuring thread
    std::optional<Nanoseconds> process;      ///< CPU time of the process
    std::optional<Nanoseconds> machineBusy;  ///< all processors, steps of 10 ms on Linux
    std::optional<Nanoseconds> machineTotal; ///< busy and idle, all processors
    std::optional<Nanoseconds> machineSteal; ///< the part of busy in which the hypervisor ran something else
    std::optional<Nanoseconds> cpuPressure;  ///< time in which some thread waited for a processor (PSI)
    std::optional<std::int64_t> voluntary;   ///< context switches of the measuring thread
    std::optional<std::int64_t> involuntary;
};

/// CPU use between two moments. Percentages are of one core, but `machine` and `steal` are of all cores, and
/// `pressure` is of the time. These three are absent for less than 500 ms.
struct CpuUsage {
    Nanoseconds wall{};
    std::optional<double> threadPercent;
    std::optional<double> processPercent;
    std::optional<double> machinePercent; ///< with steal
    std::optional<double> stealPercent;
    std::optional<double> pressurePercent;
    std::optional<std::int64_t> voluntary;
    std::optional<std::int64_t> involuntary;
};
[[nodiscard]] CpuUsage usageBetween(const CpuCounters& from, const CpuCounters& to) noexcept;

/// Reads a thread's counters from another thread. Any thread; one at a time.
class CpuMeter {
public:
    virtual ~CpuMeter() = default;
    [[nodiscard]] virtual CpuCounters read() noexcept = 0;
};

} // namespace jitterscope
