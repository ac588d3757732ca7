// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/fact_reader.h"

#include <optional>

namespace jitterscope {

/// The processor time that the control groups of this process grant, and what they took away. Used only in
/// core/machine. A group limits all groups below it, so its own and all above it count.
struct Quota {
    bool readable = false;
    std::optional<double> processors; ///< absent: no limit
    Nanoseconds period{0}; ///< of the tightest limit: used up, everything stands still until it is over
};
[[nodiscard]] Quota readQuota(const FactReader& reader);

/// Totals since the groups were made.
struct Throttling {
    std::int64_t periods = 0;
    Nanoseconds time{0}; ///< summed over processors
};
/// Absent: no group has a limit that could be counted.
[[nodiscard]] std::optional<Throttling> readThrottling(const FactReader& reader);

} // namespace jitterscope
