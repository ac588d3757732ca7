// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `well`: the well of despair and article 3's two ways out.
[[nodiscard]] LabEntry wellLab();

} // namespace jitterscope
