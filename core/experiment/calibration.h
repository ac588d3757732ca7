// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jitterscope {

/// An interval in which a busy thread was without the processor; ns.
struct Loss {
    std::int64_t begin = 0; ///< of the clock
    std::int64_t length = 0;
};

/// Losses on a grid (the interrupts of the kernel's tick), separated from the others, which come at random.
/// Whether a loop of fixed period meets the grid is not random: it does so in every n-th frame or never.
struct Interrupts {
    std::int64_t period = 0;           ///< ns; 0: none found
    std::vector<std::int64_t> lengths; ///< one for each period spent spinning; 0 if none was seen
    std::vector<std::int64_t> others;  ///< all other losses
};

/// Looks for ticks of 1000, 300, 250 and 100 Hz among losses whose beginnings are known to a few
/// microseconds. `spun`: total ns spent spinning, including losses. A tick must appear at least 20 times, in
/// half of its periods, and five times as often as chance would explain.
[[nodiscard]] Interrupts findInterrupts(std::span<const Loss> losses, double spun);

/// Measures this machine for later simulation: relative and absolute sleeps and timers from 5 µs to 50 ms,
/// the CPU cost of their wake-ups, the clock, how often and for how long a busy thread loses the processor
/// (at random or on the kernel's tick), and what share of that its CPU clock counts. Each round measures
/// everything in random order, so that a busy moment affects everything alike; short sleeps are measured more
/// often than long ones. 100 rounds give at least 400 sleeps of each kind up to 20 ms. Rows:
/// `quantity,kind,length_ns,share,value`, see core/simulation/calibration.h. False: cancelled.
bool calibrate(const ExperimentPlan& plan, std::int64_t rounds, JobControl& control,
               ExperimentResult& result);

/// A row for each kind and length of sleep.
[[nodiscard]] Digest calibrationDigest(const ExperimentResult& result);

/// Processor time that one round of a calibration lost while spinning.
struct RoundLosses {
    std::size_t count = 0;
    double lost = 0; ///< ns
};
/// A round that lost more than this, in ns, is left out completely, including its sleeps: twice the loss of
/// the median round. Other programs can be active for seconds, which no model of independent losses
/// describes. Infinite if rounds have so few losses that the limit would be chance.
[[nodiscard]] double mostOfAnUndisturbedRound(std::vector<RoundLosses> rounds);

/// Approximate duration on a real machine.
[[nodiscard]] double calibrationSeconds(std::int64_t rounds) noexcept;

} // namespace jitterscope
