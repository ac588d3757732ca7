// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `drop-and-rest`: when behind, gives up the slot that has begun and rests until the next one (article 2).
/// * printed: if late work ends exactly at the start of a slot, that slot is given up too.
/// * mended: the slot is run.
[[nodiscard]] PacingEntry dropAndRestEntry();

} // namespace jitterscope
