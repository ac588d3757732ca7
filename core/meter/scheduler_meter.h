// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time.h"

#include <optional>

namespace jitterscope {

/// What the scheduler has counted for one thread since its start.
struct SchedulerCounts {
    Nanoseconds queued{}; ///< ready to run, but waiting for a processor
};

/// Reads the scheduler's counts of the thread that made it.
/// * Measuring thread only. Takes about 1 µs (a system call), so it is read outside the measured interval.
class SchedulerMeter {
public:
    virtual ~SchedulerMeter() = default;
    /// Absent if the system does not tell.
    [[nodiscard]] virtual std::optional<SchedulerCounts> read() noexcept = 0;
};

} // namespace jitterscope
