// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/change_watch.h"
#include "core/adaptive/margin_choice.h"
#include "core/adaptive/tuning.h"

#include <algorithm>
#include <cstdint>

namespace jitterscope {

/// What is known of sleeps of one octave of length: how late they wake, what a wake-up costs, and the margin
/// that follows.
struct Octave {
    static constexpr double kKnown = 30; ///< sleeps from which an octave is known

    LatencyHistogram oversleeps;
    ChangeWatch watch;
    MarginPoint choice;       ///< the margin of first sleeps
    MarginPoint last;         ///< the margin of a wait's last sleep: the same, unless `twice`
    double wakeCost = 15e3;   ///< CPU time of a sleep and its wake-up, ns
    std::uint32_t sleeps = 0; ///< so far
    MarginPoint tail;         ///< the longest twentieth of the oversleeps at the last choice
    bool twice = false;       ///< another sleep is to follow: cheaper than the spin that it saves
    bool ceiling = false;     ///< a longer margin would help, but costs too much
    bool stale = false;       ///< the choice is to be made anew

    /// One less than kKnown, since the older sleeps have faded a little.
    [[nodiscard]] bool known() const noexcept { return oversleeps.weighsMoreThan(kKnown - 1); }
    /// Keeps what its wake-ups cost.
    void forget() noexcept {
        oversleeps.clear();
        watch = ChangeWatch();
        twice = false;
    }
};

} // namespace jitterscope
