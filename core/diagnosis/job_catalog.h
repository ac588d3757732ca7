// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/time/period.h"

#include <span>
#include <string_view>

namespace jitterscope {

/// What a program must be on time for: its rate, what counts as late, and how often frames may be late.
///
/// To add one, add a line to job_catalog.cpp. Forms, command line and help texts all use it.
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

} // namespace jitterscope
