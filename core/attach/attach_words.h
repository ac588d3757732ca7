// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"

#include <string>

namespace jitterscope {

// The sentences about another program's loop. Window, terminal, Markdown and JSON quote them.

/// The conclusion in one or two sentences: what makes the loop's frames long, or why that is not known.
[[nodiscard]] std::string attachVerdict(const AttachReport& report);
/// What the loop is: its rate, what separates its frames, how it waits.
[[nodiscard]] std::string loopText(const AttachReport& report);
/// `60.0 Hz · SDL_RenderPresent · thread main · doom+0x2f31c`
[[nodiscard]] std::string candidateText(const AttachReport& report, const LoopCandidate& candidate);
/// What to change in this loop, and what the cures did that were tried in it. A cure that did not help is not
/// advised. Empty: there is no advice.
[[nodiscard]] std::string loopAdvice(const AttachReport& report);
/// Which other programs ran while its frames were long. Empty: others are no great part of why, or it was not
/// looked at.
[[nodiscard]] std::string meanwhileText(const AttachReport& report);
/// The name of a cause for a table: `others on the CPU`, …
[[nodiscard]] std::string_view loopCauseName(LoopCause cause) noexcept;
/// What stands in the place of the causes if no frame is long.
[[nodiscard]] std::string noCausesText(const HeardLoop& loop);
/// What a cure did: differences with their intervals, or why it was not tried.
[[nodiscard]] std::string cureText(const CureOutcome& outcome);
/// Whether there are deadlines, and where they come from: `none`, `estimated`.
[[nodiscard]] std::string_view deadlinesId(const HeardLoop& loop) noexcept;

} // namespace jitterscope
