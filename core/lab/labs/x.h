// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `x`: what X in mean + X · σ buys, and what a quantile buys instead (article 1).
[[nodiscard]] LabEntry xLab();

} // namespace jitterscope
