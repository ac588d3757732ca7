// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/lab/lab.h"

#include <optional>

namespace jitterscope {

// What the lab's picture needs to know as well.
constexpr Nanoseconds kWellWindow{6'000'000'000}; ///< of real time
constexpr double kRunnerSpeed = 5e-9;             ///< m per ns of game time

/// The rows of the table `panels`: the ways to give the game its time.
enum class WellRow { Plain, SlowMotion, OneBigStep, UsualSlowMotion };
/// Its frames in the table `frames`. The usual slow motion has none of its own: a lab that is set as it
/// advises has them as those of its slow motion.
[[nodiscard]] std::string_view wellPanel(WellRow row);

/// How long it takes, in s, until the plain loop has made the picture of what happens in the game at `at` s
/// of real time. Absent: it does not within the run.
[[nodiscard]] std::optional<double> wellSeenAfter(const LabResult& result, double at);

/// `well`: the well of despair and article 3's two ways out.
[[nodiscard]] LabEntry wellLab();

} // namespace jitterscope
