// SPDX-License-Identifier: MIT
#pragma once

#include "core/meter/cpu_meter.h"
#include "core/platform/own_system.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Other programs disturb a measurement if they use at least this much, in % of all processors. An idle
/// desktop uses less.
inline constexpr double kDisturbing = 25;
/// The same for pressure: % of the time in which some thread waited for a processor. A busy machine without a
/// queue does no harm.
inline constexpr double kDisturbingPressure = 50;
/// The same for steal, in % of all processors' time.
inline constexpr double kDisturbingSteal = 2;

/// What the machine did beside a run, in %. Absent: not known.
struct MachineLoad {
    std::optional<double> others;   ///< programs, of all processors: 0 … 100
    std::optional<double> pressure; ///< of the time
    std::optional<double> steal;    ///< of all processors' time
    /// Where it was measured. Absent: a file does not say.
    std::optional<SystemFamily> system = kOwnSystem;
    [[nodiscard]] bool known() const noexcept { return others || pressure || steal; }
};
[[nodiscard]] MachineLoad machineLoad(const CpuUsage& usage, unsigned processors) noexcept;
/// The same on this machine.
[[nodiscard]] MachineLoad machineLoad(const CpuUsage& usage) noexcept;

/// What of it disturbed the run, each as half a sentence with its source: `other programs used 61 % of the
/// processors (/proc/stat)`.
[[nodiscard]] std::vector<std::string> disturbancesOf(const MachineLoad& load);

/// What other programs used of all processors, 0 … 100. Absent: not known, or less than 500 ms, in which the
/// machine's counters of 10 ms say little. `processors`: how many the machine has online.
[[nodiscard]] std::optional<double> othersPercent(const CpuUsage& usage, unsigned processors) noexcept;
/// The same on this machine.
[[nodiscard]] std::optional<double> othersPercent(const CpuUsage& usage) noexcept;

/// `other programs used 61 % of the processors`
[[nodiscard]] std::string othersText(double percent);
/// `threads had to wait for a processor in 64 % of the time`
[[nodiscard]] std::string pressureText(double percent);
/// `the hypervisor took 3.1 % of the time`
[[nodiscard]] std::string stealText(double percent);
/// The source of how busy all processors are.
[[nodiscard]] std::string_view saysBusy(SystemFamily system) noexcept;
/// The sources of pressure and steal, which only Linux has.
inline constexpr std::string_view kSaysPressure = "/proc/pressure/cpu";
inline constexpr std::string_view kSaysSteal = "/proc/stat";

} // namespace jitterscope
