// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/base/system_family.h"
#include "core/machine/facts.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

// What happened on the machine in a run: counters before and after it, and the differences judged as facts.

/// The unit in which the kernel counts CPU times. Sums are kept in it, because the nanoseconds of 4096
/// processors overflow 63 bits within a month.
inline constexpr Nanoseconds kCpuTick{10'000'000};

/// CPU times since boot, of one processor or of all, in ticks.
struct ProcessorTimes {
    std::int64_t busy = 0;       ///< without idle and steal; with interrupts
    std::int64_t interrupts = 0; ///< part of `busy`: interrupts and soft interrupts
    std::int64_t idle = 0;       ///< with waiting for disks
    std::int64_t steal = 0;      ///< the hypervisor ran something else
};

/// CPU time of one process since its start.
struct ProcessTimes {
    /// Tells a process from a later one with the same id. Ticks since boot; on Windows units of 100 ns.
    std::int64_t start = 0;
    std::int64_t cpu = 0; ///< ticks
    std::string name;     ///< at most 15 characters, as the kernel keeps it
};

/// How often and how long processors were in one idle state; summed over the processors that were read.
struct IdleTimes {
    std::int64_t entered = 0;
    std::int64_t microseconds = 0;
    Nanoseconds exit{0}; ///< the driver's figure for waking up from it
};

/// Counters of one thread since its start.
struct ThreadTimes {
    int processor = -1;  ///< the one that it last ran on
    bool pinned = false; ///< it may run on that one alone
    Nanoseconds running{0};
    Nanoseconds waiting{0};  ///< ready to run, but in the run queue
    std::int64_t slices = 0; ///< how often it got a processor
    std::int64_t voluntary = 0;
    std::int64_t involuntary = 0; ///< it lost the processor to another thread
    std::int64_t minorFaults = 0;
    std::int64_t majorFaults = 0; ///< those that waited for a disk
};

/// Counters at one moment. What cannot be read is absent.
struct MachineSnapshot {
    SystemFamily system = SystemFamily::Linux;
    std::optional<Nanoseconds> monotonic; ///< CLOCK_MONOTONIC; of a recorded tree its /proc/uptime
    std::optional<Nanoseconds> raw;       ///< CLOCK_MONOTONIC_RAW: not steered by time servers
    std::optional<Nanoseconds> boot;      ///< CLOCK_BOOTTIME: goes on while the machine is suspended
    std::optional<ProcessorTimes> machine;
    std::map<int, ProcessorTimes> processors;
    std::map<int, std::int64_t> interrupts;         ///< for each processor; empty on machines with very many
    std::optional<std::int64_t> own;                ///< id of this process
    std::optional<std::int64_t> ownCpu;             ///< ticks
    std::map<std::int64_t, ProcessTimes> processes; ///< by id, with this one; at most 4096
    std::optional<Nanoseconds> cpuPressure;         ///< time in which some thread waited for a processor
    std::map<std::string, IdleTimes> idle;          ///< by the name of the state
    int idleProcessors = 0;                         ///< how many processors `idle` sums up
    std::optional<std::int64_t> throttledPeriods;   ///< of this process's control groups
    std::optional<Nanoseconds> throttledTime;       ///< summed over processors
    std::optional<std::int64_t> thermalThrottles;   ///< how often heat slowed processors down
    std::optional<ThreadTimes> thread;              ///< the measuring one
};

/// Reads the counters below `root`. `threadId`: the measuring thread of this process (thisThread()), which
/// must still be alive; 0: none. Takes milliseconds, so keep it away from measured frames: before and after
/// the run.
/// * Bounded: 4096 processes; idle states and heat of the first 64 processors that this process may use.
[[nodiscard]] MachineSnapshot takeSnapshot(const std::string& root = "/", int threadId = 0);

/// CPU time that one program used. Processes with the same name count as one.
struct ProcessUse {
    std::string name;      ///< belongs in no report unless the user asked for it
    double cpuPercent = 0; ///< of one core: 150 is one and a half
    int processes = 1;
};

/// One idle state in a run.
struct IdleUse {
    std::string name;
    double sharePercent = 0; ///< of the processors' time
    std::int64_t entered = 0;
    Nanoseconds exit{0};
};

/// What happened between two snapshots; absent: a counter is missing in one of them.
struct MachineUse {
    SystemFamily system = SystemFamily::Linux;
    double seconds = 0;                   ///< 0: not known
    std::optional<double> othersPercent;  ///< everything but this process, of all processors: 0 … 100
    std::optional<Nanoseconds> othersRan; ///< the same, summed over processors; to about 10 ms
    std::optional<double> ownPercent;     ///< this process, of all processors
    std::optional<double> stealPercent;   ///< of all processors' time
    /// Share of the time in which some thread waited for a processor.
    std::optional<double> cpuPressurePercent;
    std::optional<std::int64_t> throttledPeriods;
    std::optional<Nanoseconds> throttledTime;
    std::optional<std::int64_t> thermalThrottles;
    std::optional<Nanoseconds> suspended;
    std::optional<double> slewPpm;                ///< how much faster the clock ran than its oscillator
    int processor = -1;                           ///< where the measuring thread ran at the end
    std::optional<double> processorOthersPercent; ///< that processor's time not spent on the measuring thread
    std::optional<double> interruptsPerSecond;    ///< on that processor
    std::optional<double> interruptPercent;       ///< of that processor's time
    std::optional<Nanoseconds> queueWait;         ///< of the measuring thread, in total
    std::optional<std::int64_t> slices;           ///< how often it got a processor
    std::optional<std::int64_t> involuntary;
    std::optional<std::int64_t> minorFaults;
    std::optional<std::int64_t> majorFaults;
    std::vector<IdleUse> idle;         ///< shallow to deep
    std::vector<ProcessUse> processes; ///< without this process; the largest first, at most 5
};
[[nodiscard]] MachineUse useBetween(const MachineSnapshot& before, const MachineSnapshot& after);

/// The facts of group `run`, always the same ids in the same order. What Windows does not count for programs
/// is unknown there.
[[nodiscard]] std::vector<Fact> runFacts(const MachineUse& use);
[[nodiscard]] std::vector<Fact> runFacts(const MachineSnapshot& before, const MachineSnapshot& after);

} // namespace jitterscope
