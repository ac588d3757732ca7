// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/lab/lab.h"

#include <optional>

namespace jitterscope {

// What the lab's picture needs to know as well.
constexpr Nanoseconds kWellWindow{6'000'000'000}; ///< of real time
constexpr double kRunnerSpeed = 5e-9;             ///< m per ns of game time

/// How long it takes, in s, until the plain loop has made the picture of what happens in the game at `at` s
/// of real time. Absent: it does not within the run.
[[nodiscard]] std::optional<double> wellSeenAfter(const LabResult& result, double at);

/// `well`: the well of despair and article 3's two ways out.
[[nodiscard]] LabEntry wellLab();

} // namespace jitterscope
