// SPDX-License-Identifier: MIT
#include "core/pacing/policies/policies.h"
#include "core/pacing/policy_support.h"

namespace jitterscope {
namespace {

class FixedSleep final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        return {finished.workEnd + step(finished.iteration), finished.iteration + 1, 0};
    }
};

} // namespace

PacingEntry fixedSleepEntry() {
    return {.id = "fixed-sleep",
            .name = "Fixed sleep",
            .description = "Works, then sleeps for one period, however long the work took. "
                           "Falls behind by the work and the wake-up latency in every frame.",
            .source = "Martin Di Paola, Constant rate loop",
            .parameters = {},
            .make = makePolicy<FixedSleep>};
}

} // namespace jitterscope
