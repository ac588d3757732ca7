// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/nanoseconds.h"
#include "core/time/period.h"

#include <span>
#include <string_view>

namespace jitterscope {

/// What a program has to be on time for: its rate, what counts as late, and how often that may happen.
///
/// To add one: a line in job_catalog.cpp. Forms, the command line and help texts take it from there.
struct JobEntry {
    std::string_view id;     ///< never changes
    std::string_view name;   ///< for a list: `60 Hz game`
    std::string_view object; ///< in a sentence, behind "fit for": `a 60 Hz game`
    std::string_view slot;   ///< what starts late: `frames`, `buffers`, `cycles`
    std::string_view rate;   ///< as Period::parseRate takes it
    double beyond = 0;       ///< ns after its deadline from which on a frame is late
    double allowed = 0;      ///< share of frames that may be late, in (0, 1)

    [[nodiscard]] Period period() const;
};

/// All jobs; the last one, `own`, has figures that its user chooses. Immutable; any thread.
[[nodiscard]] std::span<const JobEntry> jobCatalog();

} // namespace jitterscope
