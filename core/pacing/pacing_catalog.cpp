// SPDX-License-Identifier: MIT
#include "core/pacing/pacing_catalog.h"

#include "core/pacing/policies/policies.h"

namespace jitterscope {

std::span<const PacingEntry> pacingCatalog() {
    static const std::vector<PacingEntry> entries{
        dropAndRestEntry(), keepWorkingEntry(), fixedSleepEntry(),
        remainderEntry(),   accumulatorEntry(), measuredAccumulatorEntry(),
    };
    return entries;
}

} // namespace jitterscope
