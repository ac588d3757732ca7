// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/period.h"
#include "core/time/time_source.h"

#include <cstdint>
#include <memory>

namespace jitterscope {

class PacingPolicy;
class SleepStrategy;

/// The frame that begins when Pacer::wait() returns.
struct PacedFrame {
    std::int64_t number = 0;  ///< of its slot; 0 began when the Pacer was made
    std::int64_t skipped = 0; ///< slots that passed completely before it and were given up
    TimePoint due{};          ///< when its slot began
    TimePoint start{};        ///< when the frame really began

    /// How late the frame begins. Negative only on a clock that was asked to stop.
    [[nodiscard]] Nanoseconds lateness() const noexcept { return start - due; }
};

/// Keeps a loop at its rate:
///
///     jitterscope::Pacer pacer(60.0);
///     while (running) {
///         update();
///         draw();
///         pacer.wait();
///     }
///
/// It waits with the strategy `adaptive` (sleep, then spin until the deadline) and schedules frames with the
/// policy `keep-working`: frames start on a grid that never drifts; after a frame that took too long the next
/// one starts at once; slots that have passed completely are skipped, not caught up. For other strategies and
/// policies see sleep_catalog.h and pacing_catalog.h.
/// * One thread at a time.
/// * The constructors allocate; wait() never allocates, locks, logs or throws.
/// * On Linux the real clock (platform/system_time.h) installs a handler for the signal SIGRTMIN + 3.
class Pacer {
public:
    /// Uses this machine's clock. The rate is kept to a millionth of a hertz and clamped to the range of
    /// Period (0.1 … 100 000 Hz); NaN becomes 60 Hz. period() returns the rate in use.
    explicit Pacer(double hertz);
    /// The same with an exact rate, such as 60000/1001. Period reports an invalid one.
    explicit Pacer(const Period& period);
    /// Uses another clock, which must outlive the Pacer: a simulated machine, or a test's script.
    Pacer(TimeSource& time, const Period& period);
    ~Pacer();
    Pacer(const Pacer&) = delete;
    Pacer& operator=(const Pacer&) = delete;

    /// Waits until the next frame is due; returns at once when it is overdue. The first frame (number 0)
    /// begins when the Pacer is made, so make it right before the loop.
    PacedFrame wait() noexcept;

    [[nodiscard]] const Period& period() const noexcept { return m_period; }

private:
    Pacer(std::unique_ptr<TimeSource> ownTime, TimeSource* othersTime, const Period& period);

    const std::unique_ptr<TimeSource> m_ownTime; // null when the caller gave a clock
    TimeSource& m_time;
    const Period m_period;
    const std::unique_ptr<SleepStrategy> m_strategy;
    const std::unique_ptr<PacingPolicy> m_policy;
    PacedFrame m_frame; // the current one
    TimePoint m_waitBegin{};
};

} // namespace jitterscope
