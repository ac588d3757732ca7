// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `drift`: six loop policies race; article 5's example step by step.
[[nodiscard]] LabEntry driftLab();

} // namespace jitterscope
