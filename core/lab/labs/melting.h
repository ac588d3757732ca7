// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `melting`: article 4's four loops, their frame times and what they cost.
[[nodiscard]] LabEntry meltingLab();

} // namespace jitterscope
