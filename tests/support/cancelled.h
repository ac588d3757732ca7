// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <thread>

namespace jitterscope {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSlower = 10; // where everything takes ten times as long
#else
inline constexpr int kSlower = 1;
#endif

/// The longest that `work` goes on after it is cancelled, in ms; asked at moments spread over its time.
/// Of three tries at each moment the shortest counts: others use the processors too.
inline double longestAfterCancel(const std::function<void(const CancelFlag*)>& work, int moments = 6) {
    using Clock = std::chrono::steady_clock;
    const auto since = [](Clock::time_point begin) {
        return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    };
    const auto begun = Clock::now();
    work(nullptr);
    const double whole = since(begun);
    double longest = 0;
    for (int i = 0; i < moments; ++i) {
        const std::chrono::duration<double, std::milli> moment(whole * (i + 0.5) / moments);
        double shortest = std::numeric_limits<double>::infinity();
        for (int attempt = 0; attempt < 3 && shortest > 100; ++attempt) {
            CancelFlag cancel{false};
            std::thread thread([&] { work(&cancel); });
            std::this_thread::sleep_for(moment);
            const auto asked = Clock::now();
            cancel = true;
            thread.join();
            shortest = std::min(shortest, since(asked));
        }
        longest = std::max(longest, shortest);
    }
    return longest;
}

} // namespace jitterscope
