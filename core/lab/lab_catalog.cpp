// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"
#include "core/lab/labs/labs.h"

namespace jitterscope {

std::span<const LabEntry> labCatalog() {
    static const std::vector<LabEntry> entries{
        sleepLab(),   estimatorLab(), xLab(),     driftLab(),   slotsLab(),
        refreshLab(), wellLab(),      audioLab(), meltingLab(), clocksLab(),
    };
    return entries;
}

} // namespace jitterscope
