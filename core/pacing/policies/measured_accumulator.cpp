// SPDX-License-Identifier: MIT
#include "core/pacing/policies/policies.h"
#include "core/pacing/policy_support.h"

namespace jitterscope {
namespace {

class MeasuredAccumulator final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        if (m_waited) // the article subtracts the measured sleep right after it; here it is known only now
            m_toWait = withinAYear(m_toWait - (finished.release - finished.waitBegin));
        m_toWait = withinAYear(m_toWait + step(finished.iteration) - (finished.workEnd - finished.release));
        m_waited = m_toWait > 0ns;
        return {m_waited ? finished.workEnd + m_toWait : finished.workEnd, finished.iteration + 1, 0};
    }

private:
    void forget() noexcept override {
        m_toWait = 0ns;
        m_waited = false;
    }

    Nanoseconds m_toWait{0};
    bool m_waited = false;
};

} // namespace

PacingEntry measuredAccumulatorEntry() {
    return {.id = "measured-accumulator",
            .name = "Measured accumulator",
            .description = "Carries the time that long frames missed and the measured length of the "
                           "sleep, so the mean period is right however late each wake-up is.",
            .source = "Piotr Sperka, Accurate game loop in C++",
            .parameters = {},
            .make = makePolicy<MeasuredAccumulator>};
}

} // namespace jitterscope
