// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// What Windows says about the machine, all read at once. Absent, empty or 0: it does not say. These are
/// plain values, so that the conclusions from them can be tested on any system.
struct WindowsReadings {
    std::string version;          ///< `10.0.22631`
    std::string wine;             ///< version of Wine, `8.0`; empty on Windows itself
    Nanoseconds longestPeriod{0}; ///< of the timer interrupt
    Nanoseconds shortestPeriod{0};
    Nanoseconds periodNow{0};          ///< of the whole machine; Windows does not tell who asked for it
    Nanoseconds ownTick{0};            ///< on which this process's sleeps ended; 0: on none
    bool fineTimers = false;           ///< high-resolution timers are granted and have an effect
    std::string fineTimersWhy;         ///< why not
    std::int64_t counterFrequency = 0; ///< of QueryPerformanceCounter, Hz
    Nanoseconds counterStep{0};        ///< measured
    std::string processor;
    int processors = 0;                    ///< that this process may use
    int allProcessors = 0;                 ///< of the machine
    int efficiencyClasses = 0;             ///< number of kinds of cores; 1: all are alike
    std::optional<bool> threadsShareCores; ///< SMT
    std::optional<bool> hypervisor;        ///< the processor reports one; that of Windows counts, too
    std::optional<bool> onBattery;
    std::optional<bool> batterySaver;
    std::string powerScheme;                 ///< `balanced`, `high performance`, `power saver`, … or a GUID
    std::optional<int> unparkedPercent;      ///< least % of cores that core parking leaves awake, as set now
    std::optional<int> slowestPercent;       ///< lowest processor state in %, as set now
    std::optional<bool> multimediaScheduler; ///< MMCSS grants a thread its class, with an effect
    std::string multimediaWhy;               ///< why not
    std::optional<int> systemResponsiveness; ///< % of the time that MMCSS leaves to others
    std::optional<bool> gpuScheduling;       ///< hardware-accelerated GPU scheduling (HAGS) is on
    std::optional<bool> debugger;
    std::string priorityClass; ///< of the process: `normal`, `high`, …
};
/// Absent on other systems. Takes up to 100 ms, most of it sleeping.
[[nodiscard]] std::optional<WindowsReadings> windowsReadings();

/// CPU times since the start of the machine or the process.
struct WindowsTimes {
    struct Process {
        std::int64_t id = 0;
        std::int64_t start = 0; ///< units of 100 ns: tells a process from a later one with the same id
        Nanoseconds cpu{0};
        std::string name;
    };
    Nanoseconds busy{0}; ///< of all processors
    Nanoseconds idle{0};
    std::int64_t own = 0; ///< id of this process
    std::vector<Process> processes;
};
/// Absent on other systems, and where Windows does not say.
[[nodiscard]] std::optional<WindowsTimes> windowsTimes();

} // namespace jitterscope
