// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `measured-accumulator`: carries the missed time and uses the measured length of the sleep (article 5,
/// third approach).
[[nodiscard]] PacingEntry measuredAccumulatorEntry();

} // namespace jitterscope
