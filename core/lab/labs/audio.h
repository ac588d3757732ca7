// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab.h"

namespace jitterscope {

/// `audio`: queued sound, its lag and its underruns (article 4).
[[nodiscard]] LabEntry audioLab();

} // namespace jitterscope
