// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/record/samples.h"

#include <array>
#include <cstdint>
#include <span>

namespace jitterscope {

/// How the time between a frame's deadline and its release was spent, in ns. The sum of the parts is the
/// lateness of the frame.
///
/// Each part is a piece of the time axis, so no time is counted twice:
///
///     deadline ─ work ─┬─ timer and idle exit ─┬─ run queue ─┬─ lost while spinning ─┬─ other ─ release
///
/// The end of the work, the end of the last native sleep and the largest gap between two clock reads are the
/// loop's own stamps; the time in the run queue is the scheduler's count over the wait
/// (/proc/thread-self/schedstat). Without that count, its part stays in the piece around it.
struct LatenessParts {
    std::int64_t work = 0;   ///< the work before the frame, without its time in the run queue
    std::int64_t woke = 0;   ///< asked to wake at the deadline, but woken later: timer, idle exit
    std::int64_t margin = 0; ///< asked to wake before the deadline, but the margin was too small
    std::int64_t queue = 0;  ///< ready to run, but without a processor: after waking, or in the work
    std::int64_t lost = 0;   ///< lost the processor while spinning
    std::int64_t other = 0;  ///< the rest; all of it if the frame was early
    /// The piece of `lost` that was spent in the run queue; not a part of its own.
    std::int64_t lostQueued = 0;

    [[nodiscard]] std::int64_t total() const noexcept { return work + woke + margin + queue + lost + other; }
    [[nodiscard]] std::int64_t of(Cause cause) const noexcept; ///< 0 for OnTime and Stopped
    LatenessParts& operator+=(const LatenessParts& parts) noexcept;
};

/// The parts of this frame's lateness, also of a frame that counts as on time.
[[nodiscard]] LatenessParts partsOf(const FrameSample& sample) noexcept;

/// The cause with the largest part: what made such a frame late.
[[nodiscard]] Cause largestPart(const LatenessParts& parts) noexcept;

/// Why this frame was late: the cause with the largest part. OnTime if it is not later than `tolerance`;
/// Stopped if the process was stopped before it.
[[nodiscard]] Cause causeOf(const FrameSample& sample, Nanoseconds tolerance) noexcept;

/// The causes that a table of late frames shows, in its order.
[[nodiscard]] std::span<const Cause> causesInOrder() noexcept;

/// Late frames by cause, and where the lateness of all frames went.
class Anatomy {
public:
    struct Row {
        std::int64_t frames = 0;   ///< late frames with this first cause
        std::int64_t lateness = 0; ///< this cause's part of the lateness of all late frames, ns
    };

    /// A frame that counts; its `cause` says whether it is late.
    void add(const FrameSample& sample) noexcept;
    /// The same if the parts are known already. `hasQueued`: the time in the run queue is known.
    void add(const LatenessParts& parts, Cause cause, bool hasQueued) noexcept;

    [[nodiscard]] const Row& of(Cause cause) const noexcept {
        return m_rows[static_cast<std::size_t>(cause)];
    }
    [[nodiscard]] std::int64_t lateFrames() const noexcept { return m_late; }
    [[nodiscard]] std::int64_t frames() const noexcept { return m_frames; }
    /// Number of frames whose time in the run queue is known.
    [[nodiscard]] std::int64_t framesWithQueue() const noexcept { return m_withQueue; }
    /// Sums over all frames, late or not.
    [[nodiscard]] const LatenessParts& all() const noexcept { return m_all; }
    /// Sums over the late frames.
    [[nodiscard]] const LatenessParts& late() const noexcept { return m_lateParts; }

private:
    std::array<Row, kCauses> m_rows{};
    LatenessParts m_all;
    LatenessParts m_lateParts;
    std::int64_t m_frames = 0;
    std::int64_t m_late = 0;
    std::int64_t m_withQueue = 0;
};

/// Lost slots by the reason why the frame before them took so long.
struct LossEvidence {
    std::int64_t work = 0;     ///< its work, more than its late start
    std::int64_t wokeLate = 0; ///< it had been woken too late
    std::int64_t lostCpu = 0;  ///< the processor was taken away while it waited
    std::int64_t other = 0;
    std::int64_t runQueue = 0; ///< it was ready to run, but another thread had the processor

    /// `lost` slots after this frame, which ran past them: because of its work, or because it started late
    /// itself.
    void add(const FrameSample& before, std::int64_t lost) noexcept;
    [[nodiscard]] std::int64_t total() const noexcept { return work + wokeLate + lostCpu + other + runQueue; }
};

} // namespace jitterscope
