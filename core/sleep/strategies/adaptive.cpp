// SPDX-License-Identifier: MIT
#include "core/adaptive/adaptive_wait.h"
#include "core/sleep/strategies/strategies.h"
#include "core/sleep/strategy_support.h"

#include <variant>

namespace jitterscope {
namespace {

constexpr double kAimAtBudget = 1;
constexpr double kThrifty = 2;
constexpr double kNoSpin = 4; // the choice after the kinds of spinning

/// AdaptiveWait as a strategy of the catalogue.
class Adaptive final : public SleepStrategy {
public:
    explicit Adaptive(TimeSource& time) noexcept : m_wait(time) {}

    void sleepUntil(TimePoint deadline) noexcept override { m_wait.until(deadline); }

    void setParameters(const ParameterValues& values) noexcept override {
        m_tolerance = LateShare().tolerance; // of the other aims
        if (values["spin"] == kNoSpin)
            return m_wait.aim(NoSpin());
        m_wait.spinWith(spinKindOf(values["spin"]));
        if (values["aim"] == kAimAtBudget) {
            CpuBudget budget;
            budget.share = values["cpu_budget"] / 100;
            return m_wait.aim(budget);
        }
        const LateShare share{values["late_share"], nanosecondsOf(values["tolerance"]),
                              nanosecondsOf(values["ceiling"])};
        m_tolerance = share.tolerance;
        if (values["aim"] == kThrifty)
            m_wait.aim(Thrifty{share.share, share.tolerance, share.ceiling});
        else
            m_wait.aim(share);
    }

    [[nodiscard]] bool approach(TimePoint deadline) noexcept override {
        m_wait.approach(deadline);
        return true;
    }
    void arrive(TimePoint deadline) noexcept override { m_wait.arrive(deadline); }

    [[nodiscard]] Estimate estimate() const noexcept override {
        return {true, m_wait.margin(), m_wait.marginExactly(), 0, m_wait.samples()};
    }
    [[nodiscard]] bool learned(LearnedLatency& picture) const noexcept override {
        return m_wait.learned(picture);
    }

    [[nodiscard]] Nanoseconds lateAfter() const noexcept override { return m_tolerance; }

private:
    AdaptiveWait m_wait;
    Nanoseconds m_tolerance = LateShare().tolerance;
};

ParameterInfo spinOrNone() {
    ParameterInfo info = spinParameter(SpinKind::Pause);
    info.maximum = kNoSpin;
    info.choices.push_back("none");
    info.meaning =
        "What the busy wait does between two clock reads. low-power: the processor's timed wait, which saves "
        "watts, not CPU %. none: no busy wait at all; frames then start early or late by the spread of the "
        "wake-ups, centred on the deadline.";
    return info;
}

std::vector<ParameterInfo> parameters() {
    return {{.name = "aim",
             .label = "Aim",
             .unit = Unit::Choice,
             .minimum = 0,
             .maximum = 2,
             .standard = 0,
             .meaning = "late-share: no more late frames than allowed, for the least CPU. thrifty: the same, "
                        "but where the last late frames are dear, some more are late for a fraction of "
                        "the CPU. cpu-budget: as few late frames as the CPU budget allows.",
             .choices = {"late-share", "cpu-budget", "thrifty"}},
            {.name = "late_share",
             .label = "Late frames allowed",
             .unit = Unit::Fraction,
             .minimum = 0.0001,
             .maximum = 0.5,
             .standard = 0.007,
             .meaning = "Share of frames that may start late. Less: a longer margin, more CPU.",
             .onlyWith = "aim=late-share|thrifty"},
            {.name = "tolerance",
             .label = "Late from",
             .unit = Unit::Time,
             .minimum = 1'000,
             .maximum = 1e8,
             .standard = 1'000,
             .meaning = "A frame that starts later than this after its deadline is late. More: a shorter "
                        "margin, less CPU.",
             .onlyWith = "aim=late-share|thrifty"},
            {.name = "ceiling",
             .label = "Most spin a frame",
             .unit = Unit::Time,
             .minimum = 0,
             .maximum = 1e9,
             .standard = 500e3,
             .meaning = "The most that is spun in a frame, on average, to keep the late share. Where that is "
                        "not enough, more frames are late.",
             .onlyWith = "aim=late-share|thrifty"},
            {.name = "cpu_budget",
             .label = "CPU budget, %",
             .unit = Unit::Plain,
             .minimum = 0.1,
             .maximum = 100,
             .standard = 5,
             .meaning = "CPU of the waits in % of one core; what the wake-ups alone cost is the least.",
             .onlyWith = "aim=cpu-budget"},
            spinOrNone()};
}

} // namespace

void setAim(ParameterValues& values, const Aim& aim) {
    if (values["spin"] == kNoSpin) // only the aim NoSpin sets it again, below
        values.set("spin", spinOrNone().standard);
    const auto setShare = [&values](double kind, const auto& share) {
        values.set("aim", kind);
        values.set("late_share", share.share);
        values.set("tolerance", static_cast<double>(share.tolerance.count()));
        values.set("ceiling", static_cast<double>(share.ceiling.count()));
    };
    if (const auto* const share = std::get_if<LateShare>(&aim)) {
        setShare(0, *share);
    } else if (const auto* const thrifty = std::get_if<Thrifty>(&aim)) {
        setShare(kThrifty, *thrifty);
    } else if (const auto* const budget = std::get_if<CpuBudget>(&aim)) {
        values.set("aim", kAimAtBudget);
        values.set("cpu_budget", 100 * budget->share);
    } else {
        values.set("spin", kNoSpin);
    }
}

SleepEntry adaptiveEntry() {
    return {.id = "adaptive",
            .name = "Adaptive",
            .description =
                "Learns how late this machine wakes sleeps of each length, sleeps until the margin that only "
                "a chosen share of wake-ups exceeds, sleeps again where that is cheaper than spinning, then "
                "spins. As exact as spinning in all other frames, for the CPU of a few wake-ups.",
            .source = "Jitterscope; the quantile rule of the newsvendor problem applied to wake-up latency",
            .mayWakeEarly = true, // only with spin=none
            .learnsDistribution = true,
            .aimsAtTicks = true,
            .kind = SleepKind::Absolute,
            .parameters = parameters(),
            .make = makeStrategy<Adaptive>};
}

} // namespace jitterscope
