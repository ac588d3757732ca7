// SPDX-License-Identifier: MIT
#include "core/sleep/peer_support.h"
#include "core/sleep/strategies/strategies.h"

namespace jitterscope {
namespace {

class PeakDecay final : public PlainStrategy {
public:
    using PlainStrategy::PlainStrategy;

    void sleepUntil(TimePoint deadline) noexcept override {
        const Nanoseconds margin = std::clamp(nanosecondsOf(m_peak * 0.98) + kExtra, kLeast, kMost);
        const NativeSleep sleep = sleepThenSpin(m_time, deadline, margin, SpinKind::Pause);
        m_peak *= 0.98;
        if (sleep.asked > 0ns)
            m_peak = std::max(m_peak, static_cast<double>((sleep.took - sleep.asked).count()));
    }

    [[nodiscard]] Estimate estimate() const noexcept override {
        const Nanoseconds margin = std::clamp(nanosecondsOf(m_peak * 0.98) + kExtra, kLeast, kMost);
        return {true, margin, m_peak, 0, 1};
    }

private:
    static constexpr Nanoseconds kExtra{50'000};
    static constexpr Nanoseconds kLeast{50'000};
    static constexpr Nanoseconds kMost{1'000'000};

    double m_peak = 0; // ns
};

} // namespace

SleepEntry peakDecayEntry() {
    return {.id = "peak-decay",
            .name = "Decaying peak",
            .description =
                "A margin that jumps to the worst oversleep, decays by 2 % per frame and stays between 0.05 "
                "and 1 ms; then spins. One outlier costs CPU for a hundred frames, and the margin wobbles.",
            .source = "mtasa-blue, frame rate limiter",
            .parameters = {},
            .make = makeStrategy<PeakDecay>};
}

} // namespace jitterscope
