// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `estimator`: article 1's wait from inside, step by step.
[[nodiscard]] LabEntry estimatorLab();

} // namespace jitterscope
