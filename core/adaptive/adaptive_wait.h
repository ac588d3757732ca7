// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/algorithm.h"
#include "core/adaptive/learned_latency.h"
#include "core/time/time_source.h"

#include <cstdint>
#include <optional>

namespace jitterscope {

/// A TimeSource as the clock of the algorithm.
class SourceClock {
public:
    using Point = one_header::TimePoint;

    /// `time` must outlive it. Native sleeps are of the kind that ends on the finest tick.
    explicit SourceClock(TimeSource& time) noexcept;

    [[nodiscard]] Point now() noexcept { return theirs(m_time.now()); }
    Point sleepUntil(Point when) noexcept {
        return theirs(jitterscope::sleepUntil(m_time, ours(when), m_kind).end);
    }
    Point spinUntil(Point when) noexcept { return theirs(m_time.spinUntil(ours(when), spin).end); }
    void rehearse() noexcept { m_time.rehearse(); }
    [[nodiscard]] bool stopRequested() const noexcept { return m_time.stopRequested(); }
    [[nodiscard]] std::optional<Nanoseconds> cpuTime() noexcept { return m_time.cpuTime(); }
    [[nodiscard]] Nanoseconds tick() const noexcept { return m_time.tick(m_kind); }

    [[nodiscard]] static Point theirs(TimePoint when) noexcept { return Point(when.time_since_epoch()); }
    [[nodiscard]] static TimePoint ours(Point when) noexcept { return TimePoint(when.time_since_epoch()); }

    SpinKind spin = SpinKind::Pause;

private:
    TimeSource& m_time;
    SleepKind m_kind;
};

/// The algorithm on a TimeSource, with what it has learned for charts. One thread; see adaptive_wait.hpp.
class AdaptiveWait {
public:
    /// Waits and learns with `time`, which must outlive it.
    explicit AdaptiveWait(TimeSource& time, const Tuning& tuning = Tuning()) noexcept
        : m_clock(time), m_wait(m_clock, tuning) {}
    AdaptiveWait(const AdaptiveWait&) = delete;

    void aim(const Aim& aim) noexcept { m_wait.aim(aim); }
    void spinWith(SpinKind kind) noexcept { m_clock.spin = kind; }

    TimePoint until(TimePoint deadline) noexcept {
        approach(deadline);
        return arrive(deadline);
    }
    void approach(TimePoint deadline) noexcept { m_wait.approach(SourceClock::theirs(deadline)); }
    TimePoint arrive(TimePoint deadline) noexcept {
        return SourceClock::ours(m_wait.arrive(SourceClock::theirs(deadline)));
    }

    [[nodiscard]] Achieved achieved() const noexcept { return m_wait.achieved(); }
    /// Copies what was learned of the sleeps that it now waits with. Takes a microsecond. False: nothing was
    /// learned yet, or no margin was chosen from it yet.
    [[nodiscard]] bool learned(LearnedLatency& picture) const noexcept;
    [[nodiscard]] Nanoseconds margin() const noexcept { return m_wait.margin(); } ///< now in use
    [[nodiscard]] double marginExactly() const noexcept {                         ///< ns
        return m_wait.lastSleeps().choice.margin;
    }
    [[nodiscard]] std::int64_t samples() const noexcept { ///< number of sleeps behind the margin
        return static_cast<std::int64_t>(m_wait.lastSleeps().oversleeps.weight());
    }

private:
    SourceClock m_clock;
    one_header::AdaptiveWait<SourceClock> m_wait;
};

} // namespace jitterscope
