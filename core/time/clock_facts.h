// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace jitterscope {

/// Properties of a clock, measured.
struct ClockFacts {
    std::string source;          ///< "CLOCK_MONOTONIC (tsc)", "virtual"
    double readCost = 0;         ///< ns, median of many reads
    std::int64_t resolution = 0; ///< ns, smallest step seen
};

} // namespace jitterscope
