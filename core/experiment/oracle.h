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

/// What the best fixed margin would have cost on the machine that a race was run on. Somebody who knew all
/// oversleeps beforehand would sleep once a wait, a fixed margin short of the deadline, and spin the rest;
/// the oracle tries every margin on the oversleeps that were recorded and takes the cheapest that is late no
/// more often than asked for.
///
/// * Oversleeps count for the length of sleep that they followed (within a quarter of an octave) and for
/// their
///   kind of sleep; a margin is tried on those of the length that it leaves. Only the first sleep of a wait
///   counts: the one a fixed margin would ask for.
/// * Where a length has ten late sleeps at that share, the cheapest of such lengths counts; otherwise the
///   length with the most sleeps does, or chance would choose.
/// * Every wait pays for one wake-up what wake-ups cost in the race.
/// * It knows no interference with spinning, so it is compared at the share of frames that *woke* late.
/// * One sleep a wait: a strategy that sleeps twice can be cheaper than the oracle.
class MarginOracle {
public:
    /// `tolerance`: a frame is late when it starts more than this after its deadline.
    explicit MarginOracle(Nanoseconds tolerance) noexcept : m_tolerance(tolerance) {}

    /// The first native sleep of a wait.
    void add(const SleepSample& sleep);
    /// CPU time, in ns, that a strategy took beside spinning, for so many sleeps in so many waits. Strategies
    /// of about one sleep a wait tell best what one costs; others count where there is none of those.
    void addWakeUps(double cpu, std::int64_t sleeps, std::int64_t waits) noexcept;

    [[nodiscard]] std::optional<double> wakeCost() const noexcept; ///< ns; absent before the first wake-up
    /// CPU in % of one core of the cheapest margin before sleeps of `kind` that is late in no more than
    /// `lateShare` of the waits of `period`; that of spinning alone where none is cheaper. Of the other kinds
    /// of sleep where there are not 200 of this kind and one length; absent where there are of none.
    [[nodiscard]] std::optional<double> cpuPercent(const Period& period, double lateShare,
                                                   SleepKind kind) const;

private:
    static constexpr std::size_t kFewest = 200;

    [[nodiscard]] std::optional<double> cheapest(const Period& period, double lateShare,
                                                 std::optional<SleepKind> kind) const;

    using Key = std::pair<SleepKind, std::int64_t>; // and the least length that falls into the group
    Nanoseconds m_tolerance;
    std::map<Key, std::vector<std::int64_t>> m_oversleeps;
    struct WakeUps {
        double cpu = 0;
        std::int64_t sleeps = 0;
    };
    WakeUps m_single; // of strategies with about one sleep a wait
    WakeUps m_other;
};

} // namespace jitterscope
