// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

// The loop policies, one file each.

/// `accumulator`: carries the missed time, but assumes that the sleep was exact (article 5, second approach).
[[nodiscard]] PacingEntry accumulatorEntry();
/// `drop-and-rest`: when behind, gives up the slot that has begun and rests until the next one (article 2).
/// * printed: if late work ends exactly at the start of a slot, that slot is given up too.
/// * mended: the slot is run.
[[nodiscard]] PacingEntry dropAndRestEntry();
/// `fixed-sleep`: work, then sleep for one period (article 2). Every frame takes work + period + latency.
[[nodiscard]] PacingEntry fixedSleepEntry();
/// `keep-working`: when behind, runs the current slot at once; only slots that have passed completely are
/// lost (article 2).
[[nodiscard]] PacingEntry keepWorkingEntry();
/// `measured-accumulator`: carries the missed time, and measures the sleep (article 5, third approach).
[[nodiscard]] PacingEntry measuredAccumulatorEntry();
/// `remainder`: sleep target − work (article 5, first approach). Time lost by a long frame or a late wake-up
/// is never recovered.
[[nodiscard]] PacingEntry remainderEntry();

} // namespace jitterscope
