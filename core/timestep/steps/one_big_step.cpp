// SPDX-License-Identifier: MIT
#include "core/timestep/steps/steps.h"
#include "core/timestep/timestep_support.h"

namespace jitterscope {
namespace {

class OneBigStep final : public RefreshTimestep {
public:
    OneBigStep(const ParameterValues& values, const Period& refresh)
        : RefreshTimestep(values, refresh), m_threshold(thresholdOf(values, refresh)) {}

private:
    void share(Updates& updates) const override {
        if (updates.released > m_threshold)
            updates.steps = {updates.released};
        else
            split(updates);
    }

    Nanoseconds m_threshold;
};

} // namespace

TimestepEntry oneBigStepEntry() {
    return {.id = "one-big-step",
            .name = "One big step",
            .description =
                "Of more than the threshold the game gets all at once, in one update. It stays in time, but "
                "what moves far in one step passes through what should have stopped it.",
            .source = "Article 3, option 2",
            .parameters = {longestParameter(), thresholdParameter(), thresholdForm()},
            .make = makeTimestep<OneBigStep>};
}

} // namespace jitterscope
