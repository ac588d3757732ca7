// SPDX-License-Identifier: MIT
#pragma once

#include "core/record/samples.h"
#include "core/time/period.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace jitterscope {

/// What the best fixed margin would have cost on the machine of a race. With all oversleeps known beforehand,
/// one would sleep once per wait, end that sleep a fixed margin before the deadline, and spin the rest. The
/// oracle tries every margin on the recorded oversleeps and takes the cheapest one that is late no more often
/// than asked for.
///
/// * A margin is tried on the oversleeps of the sleep length that it leaves (within a quarter of an octave)
///   and of the same kind of sleep. Only the first sleep of each wait counts: a fixed margin asks for no
///   other.
/// * The cheapest of the lengths with at least ten late sleeps at that share counts. If there is none, the
///   length with the most sleeps does; otherwise chance would choose.
/// * Every wait pays for one wake-up, at the cost of wake-ups in the race.
/// * It does not know interference with spinning, so it is compared at the share of frames that *woke* late.
/// * It sleeps once per wait: a strategy that sleeps twice can be cheaper.
class MarginOracle {
public:
    /// `tolerance`: a frame that starts later than this after its deadline is late.
    explicit MarginOracle(Nanoseconds tolerance) noexcept : m_tolerance(tolerance) {}

    /// The first native sleep of a wait.
    void add(const SleepSample& sleep);
    /// Adds the CPU time, in ns, that a strategy took besides spinning, for this many sleeps in this many
    /// waits. Strategies with about one sleep per wait show the cost of a wake-up best; others are used only
    /// if there are none of those.
    void addWakeUps(double cpu, std::int64_t sleeps, std::int64_t waits) noexcept;

    [[nodiscard]] std::optional<double> wakeCost() const noexcept; ///< ns; absent before the first wake-up
    /// CPU in % of one core of the cheapest margin for sleeps of `kind` that is late in at most `lateShare`
    /// of the waits of `period`; that of pure spinning if no margin is cheaper. Without 200 sleeps of this
    /// kind and one length, all kinds are used; absent if none has 200, or without wakeCost().
    [[nodiscard]] std::optional<double> cpuPercent(const Period& period, double lateShare,
                                                   SleepKind kind) const;

private:
    static constexpr std::size_t kFewest = 200;

    [[nodiscard]] std::optional<double> cheapest(const Period& period, double lateShare,
                                                 std::optional<SleepKind> kind) const;

    using Key = std::pair<SleepKind, std::int64_t>; // and the smallest length of the group
    Nanoseconds m_tolerance;
    std::map<Key, std::vector<std::int64_t>> m_oversleeps;
    struct WakeUps {
        double cpu = 0;
        std::int64_t sleeps = 0;
    };
    WakeUps m_single; // strategies with about one sleep per wait
    WakeUps m_other;
};

} // namespace jitterscope
