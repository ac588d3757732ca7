// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/time/time_source.h"

#include <cstdint>

namespace jitterscope {

struct LearnedLatency;

/// What a strategy has learned, for the estimator chart. `margin` is the time it keeps free before a deadline
/// (mean + X·σ in the articles' strategies).
struct Estimate {
    bool present = false; ///< false: this strategy has no estimate
    Nanoseconds margin{};
    double mean = 0;        ///< ns; of whole sleeps or of their errors, whichever the strategy learns
    double stddev = 0;      ///< ns
    std::int64_t count = 0; ///< number of samples, including the start value
};

/// Waits until a point in time. Each strategy is one file in strategies/.
///
/// To add one: write the file, declare it in strategies.h, then add a line to sleep_catalog.cpp and one to
/// core/CMakeLists.txt. Then window, `--strategy`, help texts and contract tests
/// (tests/core/sleep_contract_test.cpp) have it.
///
/// * Made and used by one thread; the TimeSource must outlive it.
/// * It records nothing itself: record/RecordingTime sees every sleep and spin from outside.
class SleepStrategy {
public:
    virtual ~SleepStrategy() = default;

    /// Waits until `deadline`.
    /// * Returns at once if it has passed.
    /// * A signal never shortens the wait; a stop does.
    /// * Never early, unless its catalogue entry allows it.
    /// * Never allocates, locks, logs or throws.
    virtual void sleepUntil(TimePoint deadline) noexcept = 0;

    /// The same in two steps, for a caller that wants to be in its own code when the deadline comes: after a
    /// long wait every step back to that code takes time. approach() returns true a few microseconds before
    /// the deadline, and arrive() waits the rest. A caller may first call arrive() for an earlier time.
    /// False: the deadline has passed, and nothing is left to wait.
    [[nodiscard]] virtual bool approach(TimePoint deadline) noexcept {
        sleepUntil(deadline);
        return false;
    }
    virtual void arrive(TimePoint) noexcept {}

    /// Applies new values and keeps what was learned. The caller has checked them against the catalogue.
    virtual void setParameters(const ParameterValues& values) noexcept = 0;

    /// The state after the last wait; cheap enough to call each frame.
    [[nodiscard]] virtual Estimate estimate() const noexcept { return {}; }

    /// Copies the learned distribution of wake-ups (core/adaptive/learned_latency.h). Takes a microsecond, so
    /// call it a few times a second at most. False: there is no distribution, or nothing was learned yet.
    [[nodiscard]] virtual bool learned(LearnedLatency&) const noexcept { return false; }
    /// How long after its deadline a frame is still on time.
    [[nodiscard]] virtual Nanoseconds lateAfter() const noexcept { return Nanoseconds{1'000}; }
};

} // namespace jitterscope
