// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jitterscope {

/// Why a frame was late: what took the largest part of its lateness (core/record/anatomy.h).
enum class Cause : std::uint8_t {
    OnTime,   ///< not late
    Work,     ///< the work before it ended after the deadline
    WokeLate, ///< the last native sleep was to end at the deadline, and ended later: timer, idle exit
    LostCpu,  ///< while spinning, a gap between two clock reads reached past the deadline
    Stopped,  ///< stop signal, debugger or suspend
    Other,    ///< none of these: overhead of the loop between deadline and release
    RunQueue, ///< ready to run, but without a processor: another thread or the host had it
    Margin,   ///< the last native sleep was to end before the deadline, and ended after it
};
inline constexpr std::size_t kCauses = 8;
/// ``, `work`, `woke-late`, `lost-cpu`, `stopped`, `other`, `run-queue`, `margin`
[[nodiscard]] std::string_view causeId(Cause cause) noexcept;
[[nodiscard]] std::string_view causeName(Cause cause) noexcept; ///< for tables: `Woke late`
[[nodiscard]] std::string_view causeText(Cause cause) noexcept; ///< one sentence for people

/// One frame. Plain data; the measuring thread puts it into the ring when the frame's work ends. Times in ns;
/// `start` and `deadline` count from the first release of the run.
struct FrameSample {
    enum Flag : std::uint8_t {
        First = 1,       ///< no wait before it
        Warmup = 2,      ///< left out of statistics
        StoppedGap = 4,  ///< the process was stopped before it: signal, debugger, suspend
        Changed = 8,     ///< first frame of a stretch after a change
        Suspended = 16,  ///< the gap was a suspend: BOOTTIME moved ahead of MONOTONIC
        NoDeadline = 32, ///< the loop has no deadlines, so `deadline` means nothing
    };

    std::int64_t iteration = 0;
    std::int64_t start = 0; ///< release
    std::int64_t deadline = 0;
    std::int64_t frameTime = 0;    ///< from the previous release
    std::int64_t work = 0;         ///< duration of this frame's work
    std::int64_t nativeSleep = 0;  ///< total time in native sleeps of the wait
    std::int64_t oversleep = 0;    ///< of the last native sleep of the wait; meaningless if nativeSleeps is 0
    std::int64_t spin = 0;         ///< busy time of the wait
    std::int64_t margin = 0;       ///< deadline − when the last native sleep was asked to end
    std::int64_t largestGap = 0;   ///< largest gap between two clock reads while spinning
    std::int64_t estimate = 0;     ///< the strategy's current margin; meaningless without hasEstimate
    std::int64_t lost = 0;         ///< slots given up before it
    std::int64_t behind = 0;       ///< end of the work before it − deadline; positive: the work overran
    std::int64_t queued = 0;       ///< time in the run queue during the wait; meaningless without hasQueued
    std::int64_t queuedInWork = 0; ///< the same during the work before the wait
    std::uint32_t nativeSleeps = 0;
    std::uint32_t stretch = 0; ///< 0, 1, …: counts changes of settings
    std::uint8_t flags = 0;
    bool hasEstimate = false;
    bool hasQueued = false;
    Cause cause = Cause::OnTime;

    [[nodiscard]] std::int64_t lateness() const noexcept { return start - deadline; }
    [[nodiscard]] bool has(Flag flag) const noexcept { return (flags & flag) != 0; }
    /// Whether it counts in statistics: it has a wait, is not warm-up, and has no unexplained gap.
    [[nodiscard]] bool counts() const noexcept { return (flags & (First | Warmup | StoppedGap)) == 0; }
};

/// One native sleep; times in ns. `frame` is the iteration number of the frame that followed the wait.
struct SleepSample {
    std::int64_t frame = 0;
    std::int64_t asked = 0;
    std::int64_t took = 0;
    std::int64_t endToDeadline = 0; ///< deadline − end of this sleep; negative: too late
    SleepKind kind = SleepKind::Relative;

    [[nodiscard]] std::int64_t oversleep() const noexcept { return took - asked; }
};

} // namespace jitterscope
