// SPDX-License-Identifier: MIT
#pragma once

#include "core/attach/attach_report.h"

namespace jitterscope {

// What speaks for a cause of long frames beside the frames themselves: who ran, and where the loop's thread
// was blocked. `report` has a loop.

/// So much of something makes it the reason.
inline constexpr double kMostOfIt = 0.5;

/// Who had the processors while the loop waited for one.
enum class Rivals { OtherPrograms, OwnThreads, Unknown };
/// Nobody is a rival who used too little of the processors to have been in its way. Without a count, or with
/// too few long frames for one, other programs are.
[[nodiscard]] Rivals rivalsOf(const AttachReport& report);

/// The part of the extra time that lies in no call that is listened to, 0 … 1. `loop` has long frames.
[[nodiscard]] double unheardPart(const HeardLoop& loop);
/// The call in which its thread was blocked for most of the looks. Null: none, or too few looks to tell.
[[nodiscard]] const SeenBlocked* seenBlocked(const AttachReport& report);
/// The call that makes its frames long, which is not listened to. Null: there is none, or it is not known.
[[nodiscard]] const SeenBlocked* stallOf(const AttachReport& report);

} // namespace jitterscope
