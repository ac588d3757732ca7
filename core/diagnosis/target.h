// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/time/period.h"

#include <span>
#include <string>
#include <string_view>

namespace jitterscope {

/// What a program must be on time for: its rate, what counts as late, and how often frames may be late.
///
/// To add one, add a line to target.cpp. Forms, command line and help texts all use it.
struct JobEntry {
    std::string_view id;     ///< never changes
    std::string_view name;   ///< for a list: `60 Hz game`
    std::string_view object; ///< in a sentence, after "fit for": `a 60 Hz game`
    std::string_view slot;   ///< what starts late: `frames`, `buffers`, `cycles`
    std::string_view rate;   ///< as Period::parseRate() reads it
    double beyond = 0;       ///< a frame is late if it starts more than this after its deadline, ns
    double allowed = 0;      ///< share of frames that may be late, in (0, 1)

    [[nodiscard]] Period period() const;
};

/// All jobs. The last one, `own`, has figures that the user chooses. Immutable; any thread.
[[nodiscard]] std::span<const JobEntry> jobCatalog();

/// A job with its figures: those of its entry; for `own`, those of the user.
struct Target {
    std::string job = "game-60";
    Period period;
    Nanoseconds beyond{500'000}; ///< a frame that starts later than this after its deadline is late
    double allowed = 0.01;       ///< share of frames that may be late

    [[nodiscard]] std::string_view object() const;    ///< `a 144 Hz game`
    [[nodiscard]] std::string_view frames() const;    ///< `frames`
    [[nodiscard]] std::string allowedPercent() const; ///< `1`, without the unit
    /// `late: more than 500 µs after its time · allowed: 1 % of frames`
    [[nodiscard]] std::string rule() const;
};

/// The target of a job. An unknown id gives `own` with its standard figures.
[[nodiscard]] Target targetOf(std::string_view job);

} // namespace jitterscope
