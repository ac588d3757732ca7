// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"
#include "core/diagnosis/verdict.h"

#include <optional>
#include <string>

namespace jitterscope {

/// What a job says of a recorded run.
struct RecordedVerdict {
    Fitness fitness = Fitness::NotEnoughData;
    std::optional<Share> late; ///< with the lost slots; the interval allows for bursts, by blocks of a second
    std::int64_t frames = 0;   ///< with the lost slots
    std::string sentence;      ///< `Unfit for a 144 Hz game: 3.1 % late, 1 % allowed.`
};

/// Judges a run that has deadlines by a job's figures, as a diagnosis does: frames later than the job allows,
/// and lost slots. Absent: the run has no deadlines or only figures of them.
[[nodiscard]] std::optional<RecordedVerdict> judgeRecorded(const ComparedRun& run, const Target& target);

} // namespace jitterscope
