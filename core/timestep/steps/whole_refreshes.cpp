// SPDX-License-Identifier: MIT
#include "core/timestep/steps/steps.h"
#include "core/timestep/timestep_support.h"

namespace jitterscope {
namespace {

class WholeRefreshes final : public RefreshTimestep {
public:
    using RefreshTimestep::RefreshTimestep;

private:
    void share(Updates& updates) const override { split(updates); }
};

} // namespace

TimestepEntry wholeRefreshesEntry() {
    return {.id = "whole-refreshes",
            .name = "Whole refreshes",
            .description =
                "Collects time and releases whole refresh periods of it, long times in several steps. Where "
                "an update costs more than it simulates, the time to catch up grows for ever.",
            .source = "Article 3, the time accumulator",
            .parameters = {longestParameter()},
            .make = makeTimestep<WholeRefreshes>};
}

} // namespace jitterscope
