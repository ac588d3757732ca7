// SPDX-License-Identifier: MIT
#pragma once

#include "core/timestep/timestep_catalog.h"

namespace jitterscope {

/// `actual-time`: each update gets the time that has passed since the one before.
[[nodiscard]] TimestepEntry actualTimeEntry();

} // namespace jitterscope
