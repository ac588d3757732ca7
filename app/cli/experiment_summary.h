// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/lines.h"
#include "core/experiment/experiment.h"

#include <string>

namespace jitterscope::cli {

/// The text that `experiment` and `race` print at the end: the question, where and how it was measured, a
/// digest at most 100 characters wide, notes, and what to look for. `wide`: all columns and rows instead of
/// the digest.
[[nodiscard]] Lines experimentSummary(const ExperimentResult& result, bool wide);

} // namespace jitterscope::cli
