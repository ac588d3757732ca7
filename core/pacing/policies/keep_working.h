// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `keep-working`: when behind, runs the current slot at once; only slots that have passed completely are
/// lost (article 2).
[[nodiscard]] PacingEntry keepWorkingEntry();

} // namespace jitterscope
