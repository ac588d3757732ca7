// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_frame.h"

#include <cstdint>
#include <span>
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

/// One wait of a loop at the place where it waits for its next frame. Times in ns, CLOCK_MONOTONIC.
struct PacedWait {
    std::int64_t before = 0; ///< from the end of the wait before it to its begin: the loop did something else
    std::int64_t begin = 0;
    std::int64_t asked = 0; ///< when it was asked to end
    std::int64_t end = 0;
    bool absolute = false; ///< the program gave that point in time, and no length
};

/// How a loop chooses the lengths of its waits.
enum class Pacing : std::uint8_t {
    Unknown,  ///< none of these, or too few waits to tell
    Fixed,    ///< always the same, whatever it did before
    Rest,     ///< what is left of a frame that began with the end of the wait before
    Deadline, ///< until points in time that do not depend on when the waits before ended
    Open,     ///< always the same whole number of milliseconds after the same work: fixed, or what is left
};

struct LoopPacing {
    Pacing how = Pacing::Unknown;
    /// The frame time that its waits mean, ns; 0: they do not tell one. Of Deadline: the distance of its
    /// deadlines, if it is always the same.
    std::int64_t meant = 0;
    /// Of Fixed: to the nanosecond always the same. Otherwise a library has taken something off it.
    bool exact = true;
    /// Of Unknown: nothing speaks against a rest. Its length and what came before it nearly make up the same.
    bool follows = true;
    /// Of Deadline, by lengths: after a late frame its deadlines are counted from that one.
    bool restarts = false;
};

/// Compares what stays the same from wait to wait: the length (fixed), the length and what was done before
/// it (rest), or the distance between the asked ends (deadline). What is steadiest by a factor of two tells.
/// Spreads are those of the middle 80 %. A point in time that the program itself gives is a deadline, unless
/// it follows from a length or a rest: some libraries sleep a length by its end.
[[nodiscard]] LoopPacing pacingOf(std::span<const PacedWait> waits);

} // namespace jitterscope
