// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `remainder`: sleep target − work (article 5, first approach). Time lost by a long frame or a late wake-up
/// is never recovered.
[[nodiscard]] PacingEntry remainderEntry();

} // namespace jitterscope
