// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `keep-working`: when behind, runs at once in the slot it is in; only slots wholly passed are lost (article
/// 2).
[[nodiscard]] PacingEntry keepWorkingEntry();

} // namespace jitterscope
