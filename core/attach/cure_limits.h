// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/heard_loop.h"
#include "core/base/support.h"
#include "core/run/cures.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace jitterscope {

/// Whether this cure can help this loop, judged by what makes its frames long. If not, the reason.
[[nodiscard]] Support canHelp(const Cure& cure, const HeardLoop& loop);

/// A thread that runs for more than this share of the time hardly lets others run, ...
inline constexpr double kSpinsAlways = 0.9;
/// ... and on so few processors a real-time thread that does so can stop the whole machine.
inline constexpr std::size_t kFewProcessors = 2;
inline constexpr std::string_view kTakesAProcessor =
    "its thread runs nearly all the time, and in the real-time class it would keep others "
    "from one of the few processors here";

/// Whether this cure can be held in this loop for as long as it runs. `processors`: number of those that it
/// may use.
[[nodiscard]] Support canHold(const Cure& cure, const HeardLoop& loop, std::size_t processors);

/// Why the system refused this cure with `error` (errno), and what would allow it.
[[nodiscard]] std::string refusalText(const Cure& cure, int error);

} // namespace jitterscope
