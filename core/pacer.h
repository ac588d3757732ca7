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
    std::int64_t number = 0;  ///< of its slot: 0 began with the Pacer
    std::int64_t skipped = 0; ///< slots that had wholly passed and were given up for it
    TimePoint due{};          ///< when its slot began
    TimePoint start{};        ///< when it began itself

    /// How late it begins. Never negative, but for a clock that was asked to stop.
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
/// It waits with the strategy `adaptive` (sleeps, then spins for the last moment) and places frames by the
/// policy `keep-working`: they start on a grid that never drifts; a frame that took too long is followed by
/// the next one at once, and slots that have wholly passed are skipped, not made up for. For other strategies
/// and policies see sleep_catalog.h and pacing_catalog.h.
/// * One thread at a time.
/// * The constructors allocate; wait() never allocates, locks, logs or throws.
/// * On Linux the real clock (platform/system_time.h) installs a handler for the signal SIGRTMIN + 3.
class Pacer {
public:
    /// On this machine's clock. Rates are kept to a millionth of a hertz, in the range of Period
    /// (0.1 … 100 000 Hz): what lies beyond becomes the nearer end, what is not a number 60 Hz. period()
    /// tells.
    explicit Pacer(double hertz);
    /// The same with an exact rate, as 60000/1001; Period says what is wrong with one.
    explicit Pacer(const Period& period);
    /// On another clock, which outlives the Pacer: a simulated machine, a test's script.
    Pacer(TimeSource& time, const Period& period);
    ~Pacer();
    Pacer(const Pacer&) = delete;
    Pacer& operator=(const Pacer&) = delete;

    /// Waits until the next frame is due; returns at once when it is overdue. The first frame (number 0)
    /// began when the Pacer was made, so make it right before the loop.
    PacedFrame wait() noexcept;

    [[nodiscard]] const Period& period() const noexcept { return m_period; }

private:
    Pacer(std::unique_ptr<TimeSource> ownTime, TimeSource* othersTime, const Period& period);

    const std::unique_ptr<TimeSource> m_ownTime; // null on another's clock
    TimeSource& m_time;
    const Period m_period;
    const std::unique_ptr<SleepStrategy> m_strategy;
    const std::unique_ptr<PacingPolicy> m_policy;
    PacedFrame m_frame; // that runs
    TimePoint m_waitBegin{};
};

} // namespace jitterscope
