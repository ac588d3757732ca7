// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"

#include <cstdint>
#include <vector>

namespace jitterscope {

/// A part of a loop in which it means one rate: a menu, a level.
struct LoopStretch {
    std::int64_t begin = 0; ///< CLOCK_MONOTONIC, ns
    std::int64_t end = 0;
    double meantHz = 0; ///< to a tenth, if it sleeps whole milliseconds

    [[nodiscard]] std::int64_t length() const noexcept { return end - begin; }
};

/// The parts of a loop whose waits mean rates that differ by more than a tenth. Empty: they do not. A load on
/// the machine makes no part: what the waits ask for stays the same. So does a loop whose waits do not tell
/// what they mean. What lies between two parts and tells nothing belongs to neither.
[[nodiscard]] std::vector<LoopStretch> stretchesOf(const std::vector<HeardProgram>& programs,
                                                   const LoopCandidate& candidate);

/// The loop in this part alone.
[[nodiscard]] HeardLoop loopIn(const std::vector<HeardProgram>& programs, const LoopCandidate& candidate,
                               const LoopStretch& stretch);

} // namespace jitterscope
