// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `slack`: article 4, a finer timer asked of the system: requested, granted, observed.
[[nodiscard]] ExperimentEntry slackEntry();

} // namespace jitterscope
