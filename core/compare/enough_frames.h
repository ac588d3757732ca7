// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/resampled_side.h"

#include <string>

namespace jitterscope {

// Whether a recording is long enough against how long its frames hang together; used only in core/compare.

/// What the verdict on one figure asks of one recording.
struct FramesNeeded {
    double frames = 0;         ///< 0: however many there are will do
    double perIndependent = 1; ///< frames in a row that tell no more than one independent frame
};

/// For the entry at this place: ten independent frames on the thinner side of a quantile, and 50 at least; as
/// many as the median of the same values asks for. Frame times between late and early frames need what the
/// median error needs. Nothing where frames are nearly independent.
[[nodiscard]] FramesNeeded framesNeeded(const std::vector<const FigureEntry*>& entries, std::size_t place,
                                        const ResampledSide& side);

/// The least and the largest figure of the eighths of a run; absent where an eighth has no such figure.
[[nodiscard]] std::optional<Interval> rangeOfEighths(const FigureEntry& entry, const ComparedRun& run,
                                                     const CompareOptions& options);

/// Whether two runs are so far apart that what changes within them cannot be the reason, however long it
/// hangs together: the figure of each eighth of one lies beyond that of each eighth of the other, by more
/// than both ranges together. False where a range is absent.
[[nodiscard]] bool farApart(const std::optional<Interval>& a, const std::optional<Interval>& b) noexcept;

/// `at least 26 000 frames (5 min) are needed, since 430 frames in a row tell …`, half a sentence, of the
/// larger of both.
[[nodiscard]] std::string framesNeededText(const FramesNeeded& a, const FramesNeeded& b,
                                           const ComparedRun& run);

} // namespace jitterscope
