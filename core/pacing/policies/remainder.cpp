// SPDX-License-Identifier: MIT
#include "core/pacing/policies/policies.h"
#include "core/pacing/policy_support.h"

namespace jitterscope {
namespace {

class Remainder final : public RelativePolicy {
public:
    Release schedule(const FrameTimes& finished) noexcept override {
        const TimePoint due = finished.release + step(finished.iteration);
        return {std::max(due, finished.workEnd), finished.iteration + 1, 0};
    }
};

} // namespace

PacingEntry remainderEntry() {
    return {.id = "remainder",
            .name = "Remainder",
            .description = "Sleeps for what the work has left of the period. The oversleep of every "
                           "frame adds up, and the time lost by a long frame is never recovered.",
            .source = "Piotr Sperka, Accurate game loop in C++",
            .parameters = {},
            .make = makePolicy<Remainder>};
}

} // namespace jitterscope
