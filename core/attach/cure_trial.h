// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/base/support.h"
#include "core/run/cures.h"

#include <cstddef>
#include <cstdint>
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

/// The first frames of a block may still belong to the one before. So its first 100 ms do not count.
inline constexpr std::int64_t kSettle = 100'000'000; // ns
inline constexpr std::size_t kFewestFramesOfBlock = 10;

/// `without`, `with`: the frames of the loop without and with the cure in force. A frame is long if it takes
/// more than `limit` ns. `meantHz`: the rate that it means, if known.
[[nodiscard]] CureOutcome judgeCure(std::string id, std::span<const HeardFrame> without,
                                    std::span<const HeardFrame> with, std::span<const TrialBlock> blocks,
                                    double limit, std::optional<double> meantHz = std::nullopt);

} // namespace jitterscope
