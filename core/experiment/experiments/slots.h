// SPDX-License-Identifier: MIT
#pragma once

#include "core/experiment/experiment.h"

namespace jitterscope {

/// `slots`: article 2, which slots run and which are lost when work takes too long.
[[nodiscard]] ExperimentEntry slotsEntry();

} // namespace jitterscope
