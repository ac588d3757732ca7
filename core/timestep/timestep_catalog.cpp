// SPDX-License-Identifier: MIT
#include "core/timestep/timestep_catalog.h"

#include "core/timestep/steps/steps.h"

namespace jitterscope {

std::span<const TimestepEntry> timestepCatalog() {
    static const std::vector<TimestepEntry> entries{
        actualTimeEntry(),
        wholeRefreshesEntry(),
        slowMotionEntry(),
        oneBigStepEntry(),
    };
    return entries;
}

} // namespace jitterscope
