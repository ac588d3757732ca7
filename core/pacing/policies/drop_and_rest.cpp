// SPDX-License-Identifier: MIT
#include "core/base/form_parameter.h"
#include "core/pacing/policies/policies.h"
#include "core/pacing/policy_support.h"

namespace jitterscope {
namespace {

class DropAndRest final : public GridPolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        const std::int64_t next = finished.iteration + 1;
        if (finished.workEnd <= m_grid.startOf(next))
            return {m_grid.startOf(next), next, 0};
        std::int64_t slot = m_grid.slotAt(finished.workEnd);
        const bool onItsStart = m_grid.startOf(slot) == finished.workEnd;
        if (!onItsStart || m_printed)
            ++slot;
        return {m_grid.startOf(slot), slot, slot - next};
    }
    void setParameters(const ParameterValues& values) noexcept override { m_printed = values["form"] == 0; }

private:
    bool m_printed = false;
};

} // namespace

PacingEntry dropAndRestEntry() {
    return {.id = "drop-and-rest",
            .name = "Drop and rest",
            .description =
                "Frames start on the grid. When behind, the loop gives up the slot that has begun and rests "
                "until the next one: steady starts, but more lost iterations.",
            .source = "Martin Di Paola, Constant rate loop",
            .grid = true,
            .parameters = {formParameter("printed: late work that ends exactly where a slot "
                                         "starts loses that slot too. mended: it is run.")},
            .make = makePolicy<DropAndRest>};
}

} // namespace jitterscope
