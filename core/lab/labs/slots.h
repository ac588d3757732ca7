// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `slots`: which slots a late frame costs, and which animation ends late.
[[nodiscard]] LabEntry slotsLab();

} // namespace jitterscope
