// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/lab/lab.h"
#include "core/lab/lab_support.h"

#include <array>
#include <optional>

namespace jitterscope {

// The labs, one file each.

/// `audio`: queued sound, its lag and its underruns (article 4).
[[nodiscard]] LabEntry audioLab();
/// `clocks`: granularity and cost of clocks, and a wall clock that is set while a loop waits (article 1).
[[nodiscard]] LabEntry clocksLab();
/// `drift`: six loop policies race; article 5's example step by step.
[[nodiscard]] LabEntry driftLab();
/// Its loop with this policy. `policy` must outlive it.
[[nodiscard]] PacedLoop driftLoop(std::string_view policy, const ParameterValues& values,
                                  std::int64_t frames);
/// `estimator`: article 1's wait from inside, step by step.
[[nodiscard]] LabEntry estimatorLab();
/// `melting`: article 4's four loops, their frame times and what they cost.
[[nodiscard]] LabEntry meltingLab();
/// `sleep`: the parts of which a late wake-up consists (articles 1 and 4).
[[nodiscard]] LabEntry sleepLab();
/// `slots`: which slots a late frame costs, and which animation ends late.
[[nodiscard]] LabEntry slotsLab();
/// `x`: what X in mean + X · σ buys, and what a quantile buys instead (article 1).
[[nodiscard]] LabEntry xLab();

/// The dot crosses 100 units in a second.
constexpr double kDotUnitsPerNs = 1e-7;
/// When the frames of the article's table are drawn.
constexpr std::array<Nanoseconds, 7> kArticleTimes{
    Nanoseconds(0),          Nanoseconds(10'000'000), Nanoseconds(21'000'000), Nanoseconds(33'333'333),
    Nanoseconds(43'000'000), Nanoseconds(54'000'000), Nanoseconds(66'666'666)};

/// `refresh`: a dot drawn by actual time and at refresh times (article 3).
[[nodiscard]] LabEntry refreshLab();

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
