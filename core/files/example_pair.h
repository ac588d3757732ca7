// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"

#include <utility>

namespace jitterscope {

/// Two simulated runs to try a comparison with: a loop that sleeps until its deadline, and one that wakes
/// itself earlier. The same ones each time; takes some milliseconds.
[[nodiscard]] std::pair<ComparedRun, ComparedRun> examplePair();

} // namespace jitterscope
