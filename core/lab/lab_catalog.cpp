// SPDX-License-Identifier: MIT
#include "core/lab/lab.h"
#include "core/lab/labs/audio.h"
#include "core/lab/labs/drift.h"
#include "core/lab/labs/estimator.h"
#include "core/lab/labs/refresh.h"
#include "core/lab/labs/slots.h"
#include "core/lab/labs/well.h"

namespace jitterscope {

std::span<const LabEntry> labCatalog() {
    static const std::vector<LabEntry> entries{
        estimatorLab(), driftLab(), slotsLab(), refreshLab(), wellLab(), audioLab(),
    };
    return entries;
}

} // namespace jitterscope
