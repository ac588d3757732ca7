// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <cstdint>
#include <optional>

namespace jitterscope {

/// Counters at one moment. What cannot be read is absent, never 0.
struct CpuCounters {
    TimePoint at{};                          ///< when, on the clock of the run
    std::optional<Nanoseconds> thread;       ///< CPU time of the measuring thread
    std::optional<Nanoseconds> process;      ///< CPU time of the process
    std::optional<Nanoseconds> machineBusy;  ///< all processors, steps of 10 ms on Linux
    std::optional<Nanoseconds> machineTotal; ///< busy and idle, all processors
    std::optional<std::int64_t> voluntary;   ///< context switches of the measuring thread
    std::optional<std::int64_t> involuntary;
};

/// Use between two moments. Percentages are of one core, `machine` of all; `machine` wants ≥ 500 ms.
struct CpuUsage {
    Nanoseconds wall{};
    std::optional<double> threadPercent;
    std::optional<double> processPercent;
    std::optional<double> machinePercent;
    std::optional<std::int64_t> voluntary;
    std::optional<std::int64_t> involuntary;
};
[[nodiscard]] CpuUsage usageBetween(const CpuCounters& from, const CpuCounters& to) noexcept;

/// Reads a thread's counters from outside it. Any thread; one at a time.
class CpuMeter {
public:
    virtual ~CpuMeter() = default;
    [[nodiscard]] virtual CpuCounters read() noexcept = 0;
};

} // namespace jitterscope
