// SPDX-License-Identifier: MIT
// What is the same on every system.
#include "core/platform/system_time.h"

#include "core/platform/counters.h"
#include "core/platform/process_signals.h"

#include <chrono>

namespace jitterscope {

TimePoint SystemTime::now() noexcept {
    return systemNow();
}

/// Callers read their clock with a call of the system, or by way of the standard library.
void SystemTime::rehearse() noexcept {
    static_cast<void>(systemNow());
    static_cast<void>(std::chrono::steady_clock::now());
}

bool SystemTime::processStopped(TimePoint begin) noexcept {
    return jitterscope::processStopped(begin);
}

std::optional<Nanoseconds> SystemTime::cpuTime() noexcept {
    return threadCpuTime();
}

} // namespace jitterscope
