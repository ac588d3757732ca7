// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

#include <string>

namespace jitterscope::cli {

/// What `experiment` and `race` end with: the question, where it was measured, the table, notes, what to look
/// for.
[[nodiscard]] std::string experimentSummary(const ExperimentResult& result);

} // namespace jitterscope::cli
