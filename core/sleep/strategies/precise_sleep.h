// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `precise-sleep`: 1 ms sleeps while the time left exceeds mean + X·σ of all sleeps so far, then spin
/// (article 1, "Combining sleep and spin-lock").
/// * printed: the time left is what was asked less what the sleeps took; time outside the sleeps is not seen,
/// so a
///   frame ends about a microsecond late.
/// * mended: the time left is taken from the deadline.
[[nodiscard]] SleepEntry preciseSleepEntry();

} // namespace jitterscope
