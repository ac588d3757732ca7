// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/parameter.h"
#include "core/time/time_source.h"

#include <cstdint>

namespace jitterscope {

struct LearnedLatency;

/// What a strategy has learned, for the estimator chart. `margin` is what it keeps back before a deadline
/// (mean + X·σ where the article says so).
struct Estimate {
    bool present = false; ///< false: this strategy estimates nothing
    Nanoseconds margin{};
    double mean = 0;        ///< ns; of what the strategy learns: whole sleeps or their errors
    double stddev = 0;      ///< ns
    std::int64_t count = 0; ///< samples it stands on, the seed included
};

/// Waits until a point in time. One file pair for each strategy, in strategies/.
///
/// To add one: write the pair, add a line to sleep_catalog.cpp and one to core/CMakeLists.txt. The combo box,
/// `--strategy`, the help texts and the contract tests (tests/core/sleep_contract_test.cpp) then have it.
///
/// * Made and used by one thread; the TimeSource outlives it.
/// * It keeps no books: record/RecordingTime sees every sleep and spin from outside.
class SleepStrategy {
public:
    virtual ~SleepStrategy() = default;

    /// Waits until `deadline`.
    /// * Returns at once when it has passed.
    /// * A signal never shortens the wait; a stop does.
    /// * Never early, unless its catalogue entry says that it may be.
    /// * Never allocates, locks, logs or throws.
    virtual void sleepUntil(TimePoint deadline) noexcept = 0;

    /// Takes over new values, keeping what was learned. Checked by the caller against the catalogue.
    virtual void setParameters(const ParameterValues& values) noexcept = 0;

    /// The state after the last wait; cheap enough to be asked each frame.
    [[nodiscard]] virtual Estimate estimate() const noexcept { return {}; }

    /// Copies what was learned of wake-ups as a whole (core/sleep/learned_latency.h); a microsecond, so a few
    /// times a second at most. False: this strategy learns no distribution, or nothing yet.
    [[nodiscard]] virtual bool learned(LearnedLatency&) const noexcept { return false; }
};

} // namespace jitterscope
