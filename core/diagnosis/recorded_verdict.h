// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/diagnosis/verdict.h"

#include <optional>
#include <string>

namespace jitterscope {

/// The verdict on a recording, for one job.
struct RecordedVerdict {
    Fitness fitness = Fitness::NotEnoughData;
    /// Absent: the recording does not say how many are late. Lost slots count. The interval allows for
    /// bursts, with blocks of a second; without frame times it is Wilson's.
    std::optional<Share> late;
    std::int64_t frames = 0;  ///< number of frames and lost slots, or of wake-ups
    bool independent = false; ///< the interval takes the values as independent of each other
    std::string sentence; ///< `Unfit for a 144 Hz game: 3.1 % late, 1 % allowed.`, or why it cannot be told

    [[nodiscard]] bool known() const noexcept { return late.has_value(); }
    /// As fitnessId(); `unknown` without a share.
    [[nodiscard]] std::string_view id() const noexcept;
};

/// Judges a recording by a job's figures, as a diagnosis does: by frames later than the job allows, and by
/// lost slots. Of a log of wake-ups, their lateness counts, from single values or from a histogram.
[[nodiscard]] RecordedVerdict judgeRecorded(const ComparedRun& run, const Target& target);

} // namespace jitterscope
