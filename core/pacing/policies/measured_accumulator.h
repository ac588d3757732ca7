// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `measured-accumulator`: carries the missed time, and measures the sleep (article 5, third approach).
[[nodiscard]] PacingEntry measuredAccumulatorEntry();

} // namespace jitterscope
