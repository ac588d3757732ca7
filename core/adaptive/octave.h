// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/change_watch.h"
#include "core/adaptive/margin_choice.h"
#include "core/adaptive/tuning.h"

#include <algorithm>
#include <cstdint>

namespace jitterscope {

/// What is known of sleeps of one octave of length: how late they wake, what a wake-up costs, and the margin
/// that follows from it.
struct Octave {
    static constexpr double kKnown = 30; ///< sleeps from which an octave is known

    LatencyHistogram oversleeps;
    ChangeWatch watch;
    MarginPoint choice;         ///< the margin of first sleeps
    MarginPoint last;           ///< the margin of sleeps that none follows: the same, unless `twice`
    double usual = 0;           ///< what nine in ten oversleeps did not exceed at the last choice; ns
    double wakeCost = 15e3;     ///< CPU time of a sleep and its wake-up, ns
    std::int64_t costs = 0;     ///< how often that was measured
    std::uint32_t sleeps = 0;   ///< so far
    std::uint32_t fresh = 0;    ///< of these, since the last choice
    std::int64_t lastWait = 0;  ///< the wait in which it was last slept
    std::size_t tailBucket = 0; ///< longer oversleeps are its tail
    double saving = 0;          ///< spin of one sleep / cost of a second one and its spin
    bool twice = false;         ///< another sleep is to follow: cheaper than the spin that it saves
    bool ceiling = false;       ///< a longer margin would help, but is not paid
    bool stale = false;         ///< the choice is to be made anew

    /// The older sleeps have faded a little.
    [[nodiscard]] bool known() const noexcept { return oversleeps.weighsMoreThan(kKnown - 1); }

    /// Whether another sleep is to follow it. `second`: it follows one itself.
    [[nodiscard]] bool followed(bool second, const Tuning& tuning) const noexcept {
        return twice && !(second && saving < tuning.worthThree);
    }
    /// What its wake-ups cost is kept.
    void forget() noexcept {
        oversleeps.clear();
        watch = ChangeWatch();
        twice = false;
    }
    /// Whether the next sleep's cost is worth a measurement.
    [[nodiscard]] bool wantsCost(const Tuning& tuning) const noexcept {
        return costs < tuning.allCosts || (sleeps & 15U) == 0;
    }
    /// What the last wake-up cost in CPU time, ns.
    void cost(double cpu, const Tuning& tuning) noexcept {
        const double weight = std::max(1.0 / static_cast<double>(++costs), 1 / tuning.costMemory);
        wakeCost += weight * (cpu - wakeCost);
    }
    /// After a new choice.
    void expect(const Tuning& tuning) noexcept {
        const double tail = oversleeps.quantile(tuning.tail);
        usual = oversleeps.quantile(0.1);
        tailBucket = LatencyHistogram::bucketOf(tail);
        watch.expect(choice.missed, oversleeps.shareAbove(tail));
        fresh = 0;
    }
};

} // namespace jitterscope
