// SPDX-License-Identifier: MIT
#include "core/pacing/policies/policies.h"
#include "core/pacing/policy_support.h"

namespace jitterscope {
namespace {

class Accumulator final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        m_toWait = withinAYear(m_toWait + step(finished.iteration) - (finished.workEnd - finished.release));
        TimePoint due = finished.workEnd;
        if (m_toWait > 0ns) {
            due += m_toWait;
            m_toWait = 0ns;
        }
        return {due, finished.iteration + 1, 0};
    }

private:
    void forget() noexcept override { m_toWait = 0ns; }

    Nanoseconds m_toWait{0};
};

} // namespace

PacingEntry accumulatorEntry() {
    return {.id = "accumulator",
            .name = "Accumulator",
            .description = "Carries the time that long frames missed into the next ones, but takes the "
                           "sleep for exact, so the oversleep of every frame still adds up.",
            .source = "Piotr Sperka, Accurate game loop in C++",
            .parameters = {},
            .make = makePolicy<Accumulator>};
}

} // namespace jitterscope
