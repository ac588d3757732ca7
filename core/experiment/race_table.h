// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/oracle.h"
#include "core/experiment/race_block.h"
#include "core/experiment/row_table.h"
#include "core/run/statistics.h"
#include "core/sleep/sleep_catalog.h"
#include "core/stats/interval.h"

#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// The result of one strategy at one rate of a race.
struct RaceStanding {
    const SleepEntry* entry = nullptr;
    FrameMetrics metrics;
    Share late;                   ///< late frames, pooled over the rounds
    std::int64_t lost = 0;        ///< iterations, except in gaps that no frame explains (suspend)
    Share missed;                 ///< late or lost, of frames and lost iterations
    MedianEstimate cpu;           ///< over the rounds
    std::vector<double> cpuRound; ///< of each round, in order
    double sleepsPerFrame = 0;
    std::optional<std::int64_t> involuntary;
    std::optional<double> oracleCpu; ///< of the cheapest fixed margin that wakes late as often
};

[[nodiscard]] RaceStanding standingOf(const SleepEntry& entry, const Racer& racer, const MarginOracle& oracle,
                                      const Period& rate, std::uint64_t seed);

/// One row of the table: a standing among those of its rate.
struct RaceRow {
    const SleepEntry* strategy = nullptr;
    const RaceStanding* standing = nullptr;
    const Period* rate = nullptr;
    std::int64_t rounds = 0;
    std::string dominators;                  ///< ids, separated by blanks
    const RaceStanding* reference = nullptr; ///< what the differences are relative to
    std::optional<Share> late = {};          ///< difference; absent for the reference itself
    std::optional<MedianEstimate> cpu = {};  ///< difference; absent without it
};

/// `tolerance`: when a frame is late; the columns state it.
[[nodiscard]] std::vector<RowColumn<RaceRow>> raceColumns(Nanoseconds tolerance);
/// One row for each standing. Differences are relative to `adaptive` if it runs, otherwise to the first
/// strategy.
void addStandings(const std::vector<RaceStanding>& standings, const Period& rate, std::int64_t rounds,
                  std::uint64_t seed, RowTable<RaceRow>& rows);

/// A race in 100 columns, with the winner at each rate: the strategy with the least CPU among those that are
/// not shown to miss (late or given up) more than 1 % of the frames. If there is none, the one that misses
/// fewest.
[[nodiscard]] Digest raceDigest(const ExperimentResult& result);

} // namespace jitterscope
