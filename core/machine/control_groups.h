// SPDX-License-Identifier: MIT
#pragma once

#include "core/machine/fact_reader.h"

#include <optional>
#include <string>

namespace jitterscope {

/// The processor time that the control groups of this process grant. A group limits all groups below it, so
/// the tightest limit of its own group and of all above it counts.
struct Quota {
    bool readable = false;            ///< some group shows its limit, or that it has none
    std::optional<double> processors; ///< absent: no limit
    /// Of the tightest limit. Once the limit is used up, everything stands still until the period is over.
    Nanoseconds period{0};
};
[[nodiscard]] Quota readQuota(const FactReader& reader);

/// What the limits have taken away, summed over these groups, since the groups were made.
struct Throttling {
    std::int64_t periods = 0; ///< in which everything stood still
    Nanoseconds time{0};      ///< summed over processors
};
/// Absent: no group has a limit that could be counted. `process`: a number; `self`: this one.
[[nodiscard]] std::optional<Throttling> readThrottling(const FactReader& reader,
                                                       const std::string& process = "self");

/// What they took away between two readings, as half a sentence: `the quota of its control group stopped it
/// 12 times, for 1.20 s`. Empty: nothing, or not known.
[[nodiscard]] std::string throttlingText(const std::optional<Throttling>& before,
                                         const std::optional<Throttling>& after);

/// Which processors this process may use, if it may not use all that are online, as a sentence: `it may run
/// on 1 of 2 processors alone (taskset, a cpuset or CPUAffinity=)`. Empty: all, or not known.
[[nodiscard]] std::string affinityText(std::int64_t allowed, std::int64_t online);

/// Whether a freezer of its control groups has stopped this process.
[[nodiscard]] bool isFrozen(const FactReader& reader, const std::string& process);

} // namespace jitterscope
