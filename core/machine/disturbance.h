// SPDX-License-Identifier: MIT
#pragma once

#include "core/meter/cpu_meter.h"

#include <optional>
#include <string>

namespace jitterscope {

/// From here on, in % of all processors, what other programs use disturbs a measurement. Below, an idle
/// desktop does the same.
inline constexpr double kDisturbing = 25;

/// What other programs used of all processors, 0 … 100. Absent: not known, or less than 500 ms, in which the
/// machine's counters of 10 ms say little. `processors`: how many the machine has online.
[[nodiscard]] std::optional<double> othersPercent(const CpuUsage& usage, unsigned processors) noexcept;
/// The same on this machine.
[[nodiscard]] std::optional<double> othersPercent(const CpuUsage& usage) noexcept;

/// `other programs used 61 % of the processors`
[[nodiscard]] std::string othersText(double percent);

} // namespace jitterscope
