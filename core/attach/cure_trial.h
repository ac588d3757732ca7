// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/base/support.h"
#include "core/stats/interval.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jitterscope {

/// A stretch of a trial: with the cure or without. CLOCK_MONOTONIC, ns.
struct TrialBlock {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool cured = false;
};

/// What a cure did to somebody else's loop. Differences are with − without, of neighbouring blocks, with
/// Student's t interval.
struct CureOutcome {
    std::string id;
    Support support;                ///< if not available, it was not tried: why
    std::size_t pairs = 0;          ///< of blocks with frames enough
    std::optional<Share> spread;    ///< standard deviation of the frame time, ns
    std::optional<Share> longShare; ///< share of long frames, −1 … 1
    std::optional<Share> cpu;       ///< % of a core
    double spreadWithout = 0;       ///< ns, mean of the blocks
    double longWithout = 0;         ///< share
    double rateWithout = 0;         ///< Hz
    double rateWith = 0;

    /// The frame rate itself changed, by more than half a percent: then it is not the same loop that is
    /// steadier.
    [[nodiscard]] bool rateChanged() const noexcept;
    /// The spread, or the share of long frames, is shown to be smaller, and neither to be larger.
    [[nodiscard]] bool helped() const noexcept;
    [[nodiscard]] bool harmed() const noexcept;
};

/// Blocks begin with frames of before; those of the first 100 ms of a block do not count.
inline constexpr std::int64_t kSettle = 100'000'000; // ns
inline constexpr std::size_t kFewestFramesOfBlock = 10;

/// `without`, `with`: the frames of the loop, by the cures in force. `limit`: frames longer than this are
/// long, ns.
[[nodiscard]] CureOutcome judgeCure(std::string id, std::span<const HeardFrame> without,
                                    std::span<const HeardFrame> with, std::span<const TrialBlock> blocks,
                                    double limit);

} // namespace jitterscope
