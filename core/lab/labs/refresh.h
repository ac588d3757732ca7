// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `refresh`: a dot drawn by actual time and at refresh times (article 3).
[[nodiscard]] LabEntry refreshLab();

} // namespace jitterscope
