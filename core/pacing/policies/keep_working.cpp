// SPDX-License-Identifier: MIT
#include "core/pacing/policies/policies.h"
#include "core/pacing/policy_support.h"

namespace jitterscope {
namespace {

class KeepWorking final : public GridPolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        const std::int64_t next = finished.iteration + 1;
        const std::int64_t slot = std::max(next, m_grid.slotAt(finished.workEnd));
        return {m_grid.startOf(slot), slot, slot - next};
    }
};

} // namespace

PacingEntry keepWorkingEntry() {
    return {.id = "keep-working",
            .name = "Keep working",
            .description = "Frames start on the grid. When behind, the next frame runs at once, late in "
                           "its slot; only slots that have passed completely are lost.",
            .source = "Martin Di Paola, Constant rate loop",
            .grid = true,
            .startsLate = true,
            .parameters = {},
            .make = makePolicy<KeepWorking>};
}

} // namespace jitterscope
