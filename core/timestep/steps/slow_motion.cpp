// SPDX-License-Identifier: MIT
#include "core/timestep/steps/steps.h"
#include "core/timestep/timestep_support.h"

namespace jitterscope {
namespace {

class SlowMotion final : public RefreshTimestep {
public:
    SlowMotion(const ParameterValues& values, const Period& refresh)
        : RefreshTimestep(values, refresh), m_threshold(thresholdOf(values, refresh)) {}

private:
    void share(Updates& updates) const override {
        if (updates.released <= m_threshold) {
            split(updates);
            return;
        }
        const Nanoseconds half = m_threshold / 2;
        updates.steps = {half, m_threshold - half};
    }

    Nanoseconds m_threshold;
};

} // namespace

TimestepEntry slowMotionEntry() {
    return {.id = "slow-motion",
            .name = "Slow motion",
            .description =
                "Lies about time: of more than the threshold the game gets the threshold, in two halves, and "
                "never hears of the rest. The game slows down, and the loop survives.",
            .source = "Article 3, option 1",
            .slows = true,
            .parameters = {longestParameter(), thresholdParameter(), thresholdForm()},
            .make = makeTimestep<SlowMotion>};
}

} // namespace jitterscope
