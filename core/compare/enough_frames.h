// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/resampled_side.h"

#include <string>

namespace jitterscope {

// Whether a recording is long enough against how long its frames stay correlated. Used only in core/compare.

/// How many frames of one recording the verdict on one figure needs.
struct FramesNeeded {
    double frames = 0;         ///< 0: any number is enough
    double perIndependent = 1; ///< so many frames in a row tell as much as one independent frame
};

/// For the entry at this place: ten independent frames on the thinner side of a quantile, at least 50, and at
/// least as many as the median of the same values needs. Frame times of runs with deadlines also need what
/// the median error needs. Nothing if frames are nearly independent.
[[nodiscard]] FramesNeeded framesNeeded(const std::vector<const FigureEntry*>& entries, std::size_t place,
                                        const ResampledSide& side);

/// The smallest and the largest figure of the eighths of a run; absent if an eighth has no such figure.
[[nodiscard]] std::optional<Interval> rangeOfEighths(const FigureEntry& entry, const ComparedRun& run,
                                                     const CompareOptions& options);

/// Whether two runs are so far apart that no slow change within them can be the reason: the figure of each
/// eighth of one lies beyond that of each eighth of the other, by more than both ranges together. False if a
/// range is absent.
[[nodiscard]] bool farApart(const std::optional<Interval>& a, const std::optional<Interval>& b) noexcept;

/// Half a sentence about the larger of both: `at least 26 000 frames (5 min) are needed, since 430 frames in
/// a row tell …`.
[[nodiscard]] std::string framesNeededText(const FramesNeeded& a, const FramesNeeded& b,
                                           const ComparedRun& run);

} // namespace jitterscope
