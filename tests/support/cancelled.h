// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "tests/support/cpu_time.h"
#include "tests/support/sanitized.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace jitterscope {

/// How many times as long everything may take.
inline constexpr int kSlower = kThreadSanitizer ? 40 : kAddressSanitizer ? 10 : 1;

/// Memory that was freed is used again instead of being handed back. A page that the system has to fetch anew
/// costs processor time too: on some virtual machines 25 us each, 0.6 s for twelve million numbers. That is
/// the machine's, not the work's.
inline void keepFreedMemory() {
#if defined(__GLIBC__)
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    mallopt(M_ARENA_MAX, 1); // other arenas than the first cannot hold large blocks
#endif
}

/// What it takes this machine to fetch so much memory and to hand it back, in ms of a processor: next to
/// nothing where what was freed is used again. Where that cannot be asked for, cancelled work is allowed it
/// besides.
inline double fetchingMilliseconds(std::size_t bytes) {
    constexpr std::size_t kPage = 4096;
    return leastCpuMillisecondsOf(3, [bytes] {
        const std::unique_ptr<char[]> memory(new char[bytes]);
        for (std::size_t i = 0; i < bytes; i += kPage)
            static_cast<volatile char*>(memory.get())[i] = 1;
    });
}

/// The longest that `work` goes on after it is cancelled, in ms of processor time of the whole process; asked
/// at moments spread over its work. Of three tries at each moment the shortest counts, since others use the
/// caches.
inline double longestAfterCancel(const std::function<void(const CancelFlag*)>& work,
                                 int moments = kSanitized ? 2 : 4) {
    keepFreedMemory();
    work(nullptr); // fetches its memory
    const Nanoseconds begun = processCpuTime();
    work(nullptr);
    const double whole = milliseconds(processCpuTime() - begun);
    double longest = 0;
    for (int i = 0; i < moments; ++i) {
        const double moment = whole * (i + 0.5) / moments;
        double shortest = std::numeric_limits<double>::infinity();
        for (int attempt = 0; attempt < 3 && shortest > 100; ++attempt) {
            CancelFlag cancel{false};
            std::atomic<bool> over{false};
            const Nanoseconds before = processCpuTime();
            std::thread thread([&] {
                work(&cancel);
                over = true;
            });
            while (!over && milliseconds(processCpuTime() - before) < moment)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const Nanoseconds asked = processCpuTime();
            cancel = true;
            thread.join();
            shortest = std::min(shortest, milliseconds(processCpuTime() - asked));
        }
        longest = std::max(longest, shortest);
    }
    return longest;
}

} // namespace jitterscope
