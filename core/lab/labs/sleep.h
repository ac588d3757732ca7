// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `sleep`: the parts of which a late wake-up consists (articles 1 and 4).
[[nodiscard]] LabEntry sleepLab();

} // namespace jitterscope
