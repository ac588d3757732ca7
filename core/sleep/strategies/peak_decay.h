// SPDX-License-Identifier: MIT
#pragma once

#include "core/sleep/sleep_catalog.h"

namespace jitterscope {

/// `peak-decay`: a margin that jumps to the worst oversleep and decays by 2 % per frame. It is limited to
/// 0.05 … 1 ms (mtasa-blue).
[[nodiscard]] SleepEntry peakDecayEntry();

} // namespace jitterscope
