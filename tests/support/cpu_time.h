// SPDX-License-Identifier: MIT
#pragma once

#include "core/platform/counters.h"

#include <algorithm>
#include <functional>

namespace jitterscope {

inline double milliseconds(Nanoseconds length) noexcept {
    return 1e-6 * static_cast<double>(length.count());
}

/// Milliseconds of a processor that `run` takes on this thread: what a test may bound. Wall time is that of a
/// machine that others use.
inline double cpuMillisecondsOf(const std::function<void()>& run) {
    const Nanoseconds begin = threadCpuTime();
    run();
    return milliseconds(threadCpuTime() - begin);
}

/// The least of several tries: others also take a processor's caches.
inline double leastCpuMillisecondsOf(int tries, const std::function<void()>& run) {
    double least = cpuMillisecondsOf(run);
    for (int i = 1; i < tries; ++i)
        least = std::min(least, cpuMillisecondsOf(run));
    return least;
}

} // namespace jitterscope
