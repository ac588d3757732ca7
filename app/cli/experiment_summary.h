// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

#include <string>

namespace jitterscope::cli {

/// What `experiment` and `race` end with: the question, where and with what it was measured, its digest in at
/// most 100 columns, notes, what to look for. `wide`: all columns and rows instead of the digest.
[[nodiscard]] std::string experimentSummary(const ExperimentResult& result, bool wide);

} // namespace jitterscope::cli
