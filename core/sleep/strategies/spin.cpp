// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

namespace jitterscope {
namespace {

class SpinStrategy final : public SleepStrategy {
public:
    explicit SpinStrategy(TimeSource& time) noexcept : m_time(time) {}

    void sleepUntil(TimePoint deadline) noexcept override { m_time.spinUntil(deadline, m_kind); }
    void setParameters(const ParameterValues& values) noexcept override {
        m_kind = spinKindOf(values["spin"]);
    }

private:
    TimeSource& m_time;
    SpinKind m_kind = SpinKind::Bare;
};

} // namespace

SleepEntry spinEntry() {
    return {.id = "spin",
            .name = "Spin",
            .description =
                "Reads the clock until the deadline. As exact as this machine gets, but uses a whole core.",
            .source = "blat-blatnik, Making an accurate Sleep() function",
            .spinsOnly = true,
            .kind = SleepKind::Relative,
            .parameters = {spinParameter(SpinKind::Bare)},
            .make = makeStrategy<SpinStrategy>};
}

} // namespace jitterscope
