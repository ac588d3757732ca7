// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_frame.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Whether a loop's deadlines lie on a grid.
enum class Cadence : std::uint8_t {
    Grid,     ///< a long frame is followed by a short one: deadline += period
    Relative, ///< otherwise: each frame is timed from the one before, and has no deadline
    Unknown,  ///< too few frames to tell
};
/// `grid`, `relative`, `unknown`
[[nodiscard]] std::string_view cadenceId(Cadence cadence) noexcept;

/// Looks at neighbouring frame times. `poll`: the length of the polls to which the frames are rounded, ns; 0:
/// it does not poll.
[[nodiscard]] Cadence cadenceOf(const std::vector<HeardFrame>& frames, std::int64_t poll);

/// Lateness of each frame of a loop on a grid, in ns, against a grid that is fitted to the starts. The period
/// is the least-squares slope through all starts. The earliest frames lie on the grid, since a loop on a grid
/// starts frames late, but never early.
[[nodiscard]] std::vector<std::int64_t> latenessOnGrid(const std::vector<HeardFrame>& frames);

} // namespace jitterscope
