// SPDX-License-Identifier: MIT
#include "core/pacing/pacing_catalog.h"

#include "core/pacing/policies/accumulator.h"
#include "core/pacing/policies/drop_and_rest.h"
#include "core/pacing/policies/fixed_sleep.h"
#include "core/pacing/policies/keep_working.h"
#include "core/pacing/policies/measured_accumulator.h"
#include "core/pacing/policies/remainder.h"

namespace jitterscope {

std::span<const PacingEntry> pacingCatalog() {
    static const std::vector<PacingEntry> entries{
        dropAndRestEntry(), keepWorkingEntry(), fixedSleepEntry(),
        remainderEntry(),   accumulatorEntry(), measuredAccumulatorEntry(),
    };
    return entries;
}

} // namespace jitterscope
