// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `measured-accumulator`: carries what was missed and how long the sleep really took (article 5, third
/// approach).
[[nodiscard]] PacingEntry measuredAccumulatorEntry();

} // namespace jitterscope
