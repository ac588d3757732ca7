// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/lines.h"
#include "core/diagnosis/diagnosis.h"

#include <string>

namespace jitterscope::cli {

/// A diagnosis for a terminal of 100 columns: the verdict first. `programs`: names the other programs.
[[nodiscard]] Lines diagnosisSummary(const Diagnosis& diagnosis, bool programs);

} // namespace jitterscope::cli
