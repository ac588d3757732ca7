// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"

#include <string>

namespace jitterscope {

// What is said of somebody else's loop, made here once: window, terminal, Markdown and JSON quote it.

/// The conclusion, in one or two sentences: what makes its frames long, or why that cannot be said.
[[nodiscard]] std::string attachVerdict(const AttachReport& report);
/// What the loop is: its rate, what its frames are told apart by, how it waits.
[[nodiscard]] std::string loopText(const AttachReport& report);
/// `60.0 Hz · SDL_RenderPresent · thread main · doom+0x2f31c`
[[nodiscard]] std::string candidateText(const AttachReport& report, const LoopCandidate& candidate);
/// What to change in this loop, and what came of the cures that were tried in it: one that was tried in vain
/// is not advised. Empty: nothing that is known.
[[nodiscard]] std::string loopAdvice(const AttachReport& report);
/// `others on the CPU`, …
[[nodiscard]] std::string_view loopCauseName(LoopCause cause) noexcept;
/// What a cure did: differences with their intervals, or why it was not tried.
[[nodiscard]] std::string cureText(const CureOutcome& outcome);
/// Whether there are deadlines, and where they come from: `none`, `estimated`.
[[nodiscard]] std::string_view deadlinesId(const HeardLoop& loop) noexcept;

} // namespace jitterscope
