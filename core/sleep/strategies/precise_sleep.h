// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `precise-sleep`: 1 ms sleeps while the time left exceeds mean + X·σ of all sleeps so far, then spin
/// (article 1, "Combining sleep and spin-lock").
/// * printed: the time left is the time asked for minus the time inside the sleeps; time outside them is not
///   counted, so a frame ends about a microsecond late.
/// * mended: the time left is computed from the deadline.
[[nodiscard]] SleepEntry preciseSleepEntry();

} // namespace jitterscope
