// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace jitterscope {

/// One frame of another program's loop. Times in ns.
struct HeardFrame {
    std::int64_t start = 0;     ///< CLOCK_MONOTONIC
    std::int64_t frameTime = 0; ///< until the next frame starts
    std::int64_t wait = 0;      ///< how long its waits would have taken without overshoot
    std::int64_t overshoot = 0; ///< how much longer they took than asked
    std::int64_t present = 0;   ///< time in presents
    std::int64_t yields = 0;    ///< time in sched_yield()
    std::int64_t cpu = -1;      ///< processor time of the thread; −1: not known
    std::int64_t queued = -1;   ///< time ready to run, but without a processor; −1: not known
    /// The same for what draws or shows the frame: a drawing thread of its program (llvmpipe), or the display
    /// server. For the server it is an upper limit. The longest of these; 0: none, or not known.
    std::int64_t queuedDrawing = 0;
    /// How long a quota of its control group stopped it about then: an upper limit. 0: not, or not known.
    std::int64_t throttled = 0;
    std::int64_t lastAsked = 0; ///< length of its last timed wait at the loop's own place
    std::int64_t lastLate = 0;  ///< how much longer than asked that one took
    std::int64_t due = 0;       ///< its deadline, if that is planned (HeardLoop); 0: not known
    std::int32_t waits = 0;     ///< number of timed waits at the loop's own place
    std::int32_t events = 0;    ///< number of waits for a file or another thread
    std::int64_t eventWait = 0; ///< the part of `wait` that these took
    std::uint8_t cures = 0;     ///< cures in force: bits of CureBit

    /// The rest of the frame: it computes, spins, or is blocked in a call that is not listened to.
    [[nodiscard]] std::int64_t work() const noexcept {
        return frameTime - wait - overshoot - present - yields;
    }
    /// The part of `present` in which its thread was neither on a processor nor ready to run. Of the time in
    /// which it was, what fits into late waits and into work() is taken to lie there.
    [[nodiscard]] std::int64_t presentBlocked() const noexcept {
        const std::int64_t ready = std::max<std::int64_t>(0, queued - overshoot);
        const std::int64_t inPresents = std::max<std::int64_t>(0, cpu) + ready - work();
        return present - std::clamp<std::int64_t>(inPresents, 0, present);
    }
};

/// The median of a figure of the frames; 0: there are none.
template <typename Value>
[[nodiscard]] double medianOf(const std::vector<HeardFrame>& frames, const Value& value) {
    std::vector<double> values;
    values.reserve(frames.size());
    for (const HeardFrame& frame : frames)
        values.push_back(static_cast<double>(value(frame)));
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace jitterscope
