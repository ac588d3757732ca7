// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/diagnosis/job_catalog.h"
#include "core/time/period.h"

#include <string>
#include <string_view>

namespace jitterscope {

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
