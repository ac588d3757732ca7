// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/call_catalog.h"
#include "core/attach/heard.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace jitterscope {

/// What separates the frames of a loop.
enum class FrameBoundary : std::uint8_t {
    Mark,    ///< the program says so
    Present, ///< it shows a frame
    Wait,    ///< each wait at one place in the program is the end of a frame
    Work,    ///< the largest piece of work after many short waits
};
/// `mark`, `present`, `wait`, `work`
[[nodiscard]] std::string_view frameBoundaryId(FrameBoundary boundary) noexcept;

/// Something in a program that repeats, and may be its loop.
struct LoopCandidate {
    std::size_t program = 0; ///< index of HeardProgram
    std::size_t thread = 0;  ///< index of its HeardThread
    FrameBoundary boundary = FrameBoundary::Wait;
    listen::Call call = listen::Call::None; ///< what ends its frames
    std::uint64_t site = 0;                 ///< where that is called
    std::vector<std::int64_t> starts;       ///< of its frames, CLOCK_MONOTONIC, ns; ascending
    double rateHz = 0;                      ///< counted: frames by the time that they took
    /// Share of the frames whose time is within a quarter of the median. This is not a probability that it is
    /// the program's loop: an audio driver is regular, too.
    double regularity = 0;
    /// The lower, the likelier: first marks, then presents in the order of the catalogue, the main thread,
    /// other threads, what is known to belong to drivers and sound, and waits within the frames of a loop.
    int rank = 0;
    /// Its presents put parts of a picture on the screen, and which of them make one is unknown: each
    /// counts.
    bool pieces = false;
    bool later = false; ///< it begins in the middle of what was heard: no start-up is in it
    /// Whether it is a wait of the sound, of a driver or of the display's library, not of the program itself.
    bool driver = false;
};

/// The loops of these programs, the likeliest first. A loop has at least kFewestFrames frames.
[[nodiscard]] std::vector<LoopCandidate> findLoops(const std::vector<HeardProgram>& programs);
inline constexpr std::size_t kFewestFrames = 30;

/// Whether a thread shows frames, but the likeliest loop is another one. Then the program may still be
/// starting, and there may be too few frames yet.
[[nodiscard]] bool presentsAreTooFew(const std::vector<HeardProgram>& programs,
                                     const std::vector<LoopCandidate>& candidates);

/// Whether the first two are equally likely, but have different rates.
[[nodiscard]] bool ambiguous(const std::vector<LoopCandidate>& candidates) noexcept;
/// Whether they are one loop that polls, and only how much work makes a frame is open.
[[nodiscard]] bool frameIsOpen(const std::vector<LoopCandidate>& candidates) noexcept;

} // namespace jitterscope
