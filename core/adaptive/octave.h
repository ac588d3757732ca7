// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/change_watch.h"
#include "core/adaptive/margin_choice.h"
#include "core/adaptive/tuning.h"

#include <algorithm>
#include <cstdint>

namespace jitterscope {

/// What is known of sleeps of one octave of length: how late they wake, their cost, and the margin to use.
struct Octave {
    static constexpr double kKnown = 30; ///< after so many sleeps an octave is known

    LatencyHistogram oversleeps;
    ChangeWatch watch;
    MarginPoint choice;       ///< the margin of first sleeps
    MarginPoint last;         ///< the margin of a wait's last sleep: as `choice`, unless `twice`
    double wakeCost = 15e3;   ///< CPU time of a sleep and its wake-up, ns
    std::uint32_t sleeps = 0; ///< so far
    MarginPoint tail;         ///< the longest twentieth of the oversleeps at the last choice
    bool twice = false;   ///< a second sleep is to follow, since it costs less than the spin that it saves
    bool ceiling = false; ///< a longer margin would help, but costs too much
    bool stale = false;   ///< the choice is to be made anew

    /// One less than kKnown, since the older sleeps have faded a little.
    [[nodiscard]] bool known() const noexcept { return oversleeps.weighsMoreThan(kKnown - 1); }
    /// Forgets everything but the cost of its wake-ups.
    void forget() noexcept {
        oversleeps.clear();
        watch = ChangeWatch();
        twice = false;
    }
};

} // namespace jitterscope
