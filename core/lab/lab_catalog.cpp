// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"
#include "core/lab/labs/audio.h"
#include "core/lab/labs/clocks.h"
#include "core/lab/labs/drift.h"
#include "core/lab/labs/estimator.h"
#include "core/lab/labs/melting.h"
#include "core/lab/labs/refresh.h"
#include "core/lab/labs/sleep.h"
#include "core/lab/labs/slots.h"
#include "core/lab/labs/well.h"
#include "core/lab/labs/x.h"

namespace jitterscope {

std::span<const LabEntry> labCatalog() {
    static const std::vector<LabEntry> entries{
        sleepLab(),   estimatorLab(), xLab(),     driftLab(),   slotsLab(),
        refreshLab(), wellLab(),      audioLab(), meltingLab(), clocksLab(),
    };
    return entries;
}

} // namespace jitterscope
