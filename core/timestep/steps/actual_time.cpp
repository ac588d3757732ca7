// SPDX-License-Identifier: MIT
#include "core/timestep/steps/steps.h"
#include "core/timestep/timestep_support.h"

namespace jitterscope {
namespace {

class ActualTime final : public Timestep {
public:
    ActualTime(const ParameterValues&, const Period&) {}

    [[nodiscard]] Updates advance(Nanoseconds elapsed) override {
        return {0, elapsed, elapsed > Nanoseconds{0} ? std::vector{elapsed} : std::vector<Nanoseconds>{}};
    }
    [[nodiscard]] Nanoseconds buffered() const noexcept override { return Nanoseconds{0}; }
};

} // namespace

TimestepEntry actualTimeEntry() {
    return {.id = "actual-time",
            .name = "Actual time",
            .description =
                "Each update gets the time that has passed since the one before. The screen shows it at the "
                "next refresh, so what moves steadily seems to stumble.",
            .source = "Article 3, third column of its table",
            .parameters = {},
            .make = makeTimestep<ActualTime>};
}

} // namespace jitterscope
