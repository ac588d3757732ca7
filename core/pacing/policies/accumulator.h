// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `accumulator`: carries the missed time, but assumes that the sleep was exact (article 5, second approach).
[[nodiscard]] PacingEntry accumulatorEntry();

} // namespace jitterscope
