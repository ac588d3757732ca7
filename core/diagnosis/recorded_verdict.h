// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/diagnosis/verdict.h"

#include <optional>
#include <string>

namespace jitterscope {

/// The verdict on a recorded run, for one job.
struct RecordedVerdict {
    Fitness fitness = Fitness::NotEnoughData;
    std::optional<Share> late; ///< lost slots count; the interval allows for bursts, with blocks of a second
    std::int64_t frames = 0;   ///< number of frames and lost slots
    std::string sentence;      ///< `Unfit for a 144 Hz game: 3.1 % late, 1 % allowed.`
};

/// Judges a run that has deadlines by a job's figures, as a diagnosis does: by frames later than the job
/// allows, and by lost slots. Absent: the run has no deadlines, or only summaries of them.
[[nodiscard]] std::optional<RecordedVerdict> judgeRecorded(const ComparedRun& run, const Target& target);

} // namespace jitterscope
