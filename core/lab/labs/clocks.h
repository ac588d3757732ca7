// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `clocks`: granularity and cost of clocks, and a wall clock that is set while a loop waits (article 1).
[[nodiscard]] LabEntry clocksLab();

} // namespace jitterscope
