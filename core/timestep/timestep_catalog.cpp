// SPDX-License-Identifier: MIT
#include "core/timestep/timestep_catalog.h"

#include "core/timestep/steps/actual_time.h"
#include "core/timestep/steps/one_big_step.h"
#include "core/timestep/steps/slow_motion.h"
#include "core/timestep/steps/whole_refreshes.h"

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
