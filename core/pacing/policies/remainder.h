// SPDX-License-Identifier: MIT
#pragma once

#include "core/pacing/pacing_catalog.h"

namespace jitterscope {

/// `remainder`: sleep target − work (article 5, first approach). What a long frame or a late wake-up adds is
/// never made up for.
[[nodiscard]] PacingEntry remainderEntry();

} // namespace jitterscope
