// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

#include <cstddef>
#include <vector>

namespace jitterscope {

/// Measures what a recorded machine is made of: native sleeps of every kind over the lengths from 5 µs to
/// 50 ms, the CPU cost of their wake-ups, the clock, and how often and for how long a busy thread loses the
/// processor, at any time or on the kernel's tick, and what share of that its CPU clock counts. Each round
/// holds all of it in mixed order, so that a busy moment falls on everything alike; short sleeps come oftener
/// than long ones. 100 rounds give at least 400 sleeps of each kind up to 20 ms. Rows:
/// `quantity,kind,length_ns,share,value`, as
/// core/simulation/calibration.h has them.
/// False: cancelled in the middle.
bool calibrate(const ExperimentPlan& plan, std::int64_t rounds, JobControl& control,
               ExperimentResult& result);

/// A row for each kind and length of sleep.
[[nodiscard]] Digest calibrationDigest(const ExperimentResult& result);

/// What one round of a calibration lost of the processor while it spun.
struct RoundLosses {
    std::size_t count = 0;
    double lost = 0; ///< ns
};
/// Something else on the machine may pass by for seconds, which no model of independent losses has. A round
/// that lost more than this, in ns, was disturbed by it and is left out whole, sleeps and all: twice what the
/// median round lost. Infinite where rounds have so few losses that this would be chance.
[[nodiscard]] double mostOfAnUndisturbedRound(std::vector<RoundLosses> rounds);

/// About how long it takes on a real machine.
[[nodiscard]] double calibrationSeconds(std::int64_t rounds) noexcept;

} // namespace jitterscope
