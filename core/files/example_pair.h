// SPDX-License-Identifier: MIT
#pragma once

#include "core/compare/compared_run.h"

#include <utility>

namespace jitterscope {

/// Two simulated runs with which to try a comparison: a loop that sleeps until its deadline, and a loop that
/// wakes itself earlier. They are the same each time. Takes some milliseconds.
[[nodiscard]] std::pair<ComparedRun, ComparedRun> examplePair();

} // namespace jitterscope
