// SPDX-License-Identifier: MIT
#pragma once

#include "core/timestep/timestep_catalog.h"

namespace jitterscope {

/// `whole-refreshes`: releases whole refresh periods and splits long ones; no remedy against falling behind.
[[nodiscard]] TimestepEntry wholeRefreshesEntry();

} // namespace jitterscope
