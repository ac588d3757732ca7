// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `cpu-table`: the CPU table of article 1.
[[nodiscard]] ExperimentEntry cpuTableEntry();

} // namespace jitterscope
