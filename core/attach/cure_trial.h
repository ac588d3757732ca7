// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/base/support.h"
#include "core/run/cures.h"
#include "core/stats/interval.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitterscope {

/// Whether this cure can help this loop, judged by what makes its frames long. If not, the reason.
[[nodiscard]] Support canHelp(const Cure& cure, const HeardLoop& loop);

/// A thread that runs for more than this share of the time hardly lets others run, ...
inline constexpr double kSpinsAlways = 0.9;
/// ... and on so few processors a real-time thread that does so can stop the whole machine.
inline constexpr std::size_t kFewProcessors = 2;
inline constexpr std::string_view kTakesAProcessor =
    "its thread runs nearly all the time, and in the real-time class it would keep others from one of the "
    "few processors here";

/// Whether this cure can be held in this loop for as long as it runs. `processors`: number of those that it
/// may use.
[[nodiscard]] Support canHold(const Cure& cure, const HeardLoop& loop, std::size_t processors);

/// Why the system refused this cure with `error` (errno), and what would allow it.
[[nodiscard]] std::string refusalText(const Cure& cure, int error);

/// A part of a trial, with the cure or without it. Times are CLOCK_MONOTONIC, ns.
struct TrialBlock {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool cured = false;
};

/// What a cure did to another program's loop. Differences are with − without, between neighbouring blocks,
/// with Student's t interval.
struct CureOutcome {
    std::string id;
    Support support;                ///< if not available, the reason why it was not tried
    std::size_t pairs = 0;          ///< number of pairs of blocks with enough frames
    std::optional<Share> spread;    ///< standard deviation of the frame time, ns
    std::optional<Share> longShare; ///< share of long frames, −1 … 1
    std::optional<Share> cpu;       ///< % of a core
    std::optional<Share> lateness;  ///< mean of the frames, ns; absent: they have no deadlines
    std::optional<Share> offRate;   ///< how far the rate is from the one that is meant, Hz; absent: not known
    double spreadWithout = 0;       ///< ns, mean of the blocks
    double longWithout = 0;         ///< share
    double rateWithout = 0;         ///< Hz
    double rateWith = 0;

    /// Whether the frame rate changed by more than 0.5 %. Then the two sides are not the same loop.
    [[nodiscard]] bool rateChanged() const noexcept;
    /// Whether the rate is shown to be nearer to the one that is meant, by more than 0.5 % of it.
    [[nodiscard]] bool nearer() const noexcept;
    /// Whether one of rate, share of long frames, lateness and spread is shown to be better, and none of
    /// those before it in this order is shown to be worse.
    [[nodiscard]] bool helped() const noexcept;
    [[nodiscard]] bool harmed() const noexcept;
    [[nodiscard]] int verdict() const noexcept; ///< 1: helped; −1: harmed; 0: no difference is shown
};

/// The first frames of a block may still belong to the one before. So its first 100 ms do not count.
inline constexpr std::int64_t kSettle = 100'000'000; // ns
inline constexpr std::size_t kFewestFramesOfBlock = 10;

/// `without`, `with`: the frames of the loop without and with the cure in force. A frame is long if it takes
/// more than `limit` ns. `meantHz`: the rate that it means, if known.
[[nodiscard]] CureOutcome judgeCure(std::string id, std::span<const HeardFrame> without,
                                    std::span<const HeardFrame> with, std::span<const TrialBlock> blocks,
                                    double limit, std::optional<double> meantHz = std::nullopt);

} // namespace jitterscope
