// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `drop-and-rest`: when behind, gives the started slot up and rests to the next (article 2).
/// * printed: where late work ends exactly on the start of a slot, that slot is given up as well.
/// * mended: that slot is run.
[[nodiscard]] PacingEntry dropAndRestEntry();

} // namespace jitterscope
