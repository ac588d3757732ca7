// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/adaptive.h"

#include "core/sleep/explorer.h"
#include "core/sleep/learned_latency.h"
#include "core/sleep/queue_watch.h"
#include "core/sleep/sleep_planner.h"
#include "core/sleep/strategy_support.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace jitterscope {
namespace {

constexpr double kAimAtBudget = 1;
constexpr double kNoSpin = 4; // the choice after the kinds of spinning

constexpr Nanoseconds kInterference{1'000}; // a spin that ends later has lost the processor
constexpr Nanoseconds kRehearsal{5'000};
constexpr std::int64_t kIntervalWaits = 32;
constexpr double kSameInterval = 0.01;
constexpr double kMostSpoilt = 0.05; // of the waits; what comes oftener is how the machine is, and is learned

class Adaptive final : public SleepStrategy {
public:
    explicit Adaptive(TimeSource& time)
        : m_time(time),
          m_model(std::make_unique<WakeModel>()),
          m_kind(finest(time)),
          m_ticks(time.tick(m_kind)),
          m_planner(*m_model, m_ticks),
          m_explorer(m_kind) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        prepare(deadline);
        int sleeps = 0;
        while (now < deadline && !m_time.stopRequested()) {
            std::optional<SleepPlan> plan = m_planner.next(now, deadline);
            if (!worthASleep(*plan, now, deadline, sleeps))
                plan = sleeps == 1 && learnsSecondSleeps() ? m_planner.trial(now, deadline, m_waits)
                                                           : std::nullopt;
            if (!plan)
                break;
            now = sleepOnce(*plan);
            if (sleeps == 0)
                m_firstLength = plan->length;
            ++sleeps;
            if (plan->certain && plan->whole && (m_zeroSpin || m_budget > 0))
                break; // its one sleep is aimed at the deadline itself, or is all that the budget holds
        }
        if (sleeps > 0)
            m_explorer.slept();
        else if (!m_zeroSpin)
            now = m_explorer.waited(m_time, now, deadline, m_ticks, *m_model);
        m_model->waited(sleeps);
        if (!m_zeroSpin)
            spin(now, deadline);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_zeroSpin = values["spin"] == kNoSpin;
        m_spin = m_zeroSpin ? SpinKind::Pause : spinKindOf(values["spin"]);
        m_budget = values["aim"] == kAimAtBudget && !m_zeroSpin ? values["cpu_budget"] / 100 : 0;
        m_lateShare = m_zeroSpin ? 0.5 : m_budget > 0 ? 0 : values["late_share"];
        setAims();
    }

    [[nodiscard]] Estimate estimate() const noexcept override {
        const WakeModel::Length& length = m_model->at(m_model->lastOf(m_firstLength));
        return {true, nanosecondsOf(length.choice.margin), length.choice.margin, 0,
                static_cast<std::int64_t>(length.oversleeps.weight())};
    }

    [[nodiscard]] bool learned(LearnedLatency& picture) const noexcept override {
        const WakeModel::Length& length = m_model->at(m_model->lastOf(m_firstLength));
        if (length.oversleeps.weight() <= 0)
            return false;
        picture = {.oversleeps = length.oversleeps,
                   .operating = length.choice,
                   .hazard = m_model->hazard(),
                   .spoilt = m_model->spoiltShare(),
                   .wakeCost = m_model->costOfWait(m_firstLength) - length.choice.spin,
                   .interval = m_interval,
                   .tick = static_cast<double>(m_ticks.tick().count())};
        return true;
    }

private:
    /// A wake-up that came after its margin and later than usual; whether something else has spoilt it is
    /// asked before the next wait, where the asking delays nothing.
    struct Suspect {
        std::size_t length = 0;
        double oversleep = 0; // ns
        bool aimed = false;
    };

    /// The kind of native sleep that ends on the finest tick: where there are ticks (Windows), the
    /// high-resolution timer's are shorter than those of other sleeps.
    [[nodiscard]] static SleepKind finest(const TimeSource& time) noexcept {
        const bool finer = time.tick(SleepKind::HighResolutionTimer) < time.tick(SleepKind::Absolute);
        return finer ? SleepKind::HighResolutionTimer : SleepKind::Absolute;
    }

    /// A sleep that costs more than spinning through what is left is none. That makes one sleep, several or
    /// none of a wait, whatever the machine is worth.
    [[nodiscard]] bool worthASleep(const SleepPlan& plan, TimePoint now, TimePoint deadline,
                                   int sleeps) const noexcept {
        const Nanoseconds length = plan.wakes - now;
        if (!plan.certain)
            return length >= (sleeps > 0 ? SleepPlanner::kWorthASleep : Nanoseconds{1});
        if (length <= Nanoseconds{0})
            return false;
        return m_zeroSpin || m_budget > 0 || static_cast<double>((deadline - now).count()) > plan.cost;
    }
    [[nodiscard]] bool learnsSecondSleeps() const noexcept { return !m_zeroSpin && m_budget <= 0; }

    TimePoint sleepOnce(const SleepPlan& plan) noexcept {
        const bool costed = m_model->wantsCost(plan.length);
        const auto cpuBefore = costed ? m_time.cpuTime() : std::nullopt;
        const NativeSleep sleep = jitterscope::sleepUntil(m_time, plan.until, m_kind);
        if (m_time.stopRequested())
            return sleep.end;
        m_ticks.woke(sleep.end);
        m_queue.slept();
        learn(plan, static_cast<double>((sleep.end - plan.wakes).count()));
        if (cpuBefore) {
            if (const auto cpuAfter = m_time.cpuTime())
                m_model->cost(plan.length, static_cast<double>((*cpuAfter - *cpuBefore).count()));
        }
        return sleep.end;
    }

    void learn(const SleepPlan& plan, double oversleep) noexcept {
        const WakeModel::Length& length = m_model->at(plan.length);
        const bool aimed = plan.certain && length.known();
        if (!length.known() || oversleep <= std::max(length.choice.margin, length.usual)) {
            m_model->slept(plan.length, oversleep, aimed);
            return;
        }
        if (m_suspect) // two in one wait: they cannot be told apart
            m_model->slept(m_suspect->length, m_suspect->oversleep, m_suspect->aimed);
        m_suspect = Suspect{plan.length, oversleep, aimed};
    }

    void judge() noexcept {
        if (!m_suspect && !m_queue.lookDue())
            return;
        const bool spoilt = m_queue.spoilt(m_time, m_suspect ? m_suspect->oversleep : 0);
        if (spoilt && m_model->spoiltShare() < kMostSpoilt)
            m_model->spoilt();
        else if (m_suspect)
            m_model->slept(m_suspect->length, m_suspect->oversleep, m_suspect->aimed);
        m_suspect.reset();
    }

    /// After a sleep nothing on the way out of the spin is in a cache, and whoever walks it first is half a
    /// microsecond late and more. So it is walked once before, when there is time.
    void spin(TimePoint now, TimePoint deadline) noexcept {
        if (deadline - now > kRehearsal) {
            m_time.spinUntil(deadline - kRehearsal, m_spin);
            static_cast<void>(m_time.now()); // what a caller does next
        }
        m_spinBegin = now;
        m_spinEnd = m_time.spinUntil(deadline, m_spin).end;
    }

    void learnSpin() noexcept {
        if (m_spinBegin < m_lastDeadline && m_spinEnd >= m_lastDeadline)
            m_model->spun(static_cast<double>((m_lastDeadline - m_spinBegin).count()),
                          m_spinEnd - m_lastDeadline > kInterference);
        m_spinBegin = m_spinEnd = {};
    }

    /// What is computed is computed here, before the sleep, where it costs no lateness.
    void prepare(TimePoint deadline) noexcept {
        judge();
        learnSpin();
        const auto interval = static_cast<double>((deadline - m_lastDeadline).count());
        m_lastDeadline = deadline;
        const double weight = m_waits > kIntervalWaits ? 1.0 / kIntervalWaits
                                                       : 1.0 / std::max(static_cast<double>(m_waits), 1.0);
        if (m_waits++ > 0)
            m_interval += weight * (interval - m_interval);
        if (m_budget > 0 && std::fabs(m_interval - m_aimedInterval) > kSameInterval * m_aimedInterval)
            setAims();
        m_model->refresh();
    }

    void setAims() noexcept {
        m_aimedInterval = m_interval;
        m_model->aim(m_lateShare,
                     m_budget > 0 ? m_budget * m_interval : std::numeric_limits<double>::infinity(),
                     !learnsSecondSleeps());
    }

    TimeSource& m_time;
    std::unique_ptr<WakeModel> m_model;
    SleepKind m_kind; // of its native sleeps
    TickPhase m_ticks;
    SleepPlanner m_planner;
    Explorer m_explorer;
    QueueWatch m_queue;
    std::optional<Suspect> m_suspect;
    double m_lateShare = 0.007;
    double m_budget = 0; // of one core, 0 … 1; 0: none
    SpinKind m_spin = SpinKind::Pause;
    bool m_zeroSpin = false;
    std::size_t m_firstLength = 0;
    TimePoint m_lastDeadline{};
    TimePoint m_spinBegin{}; // of the last wait; equal to its end: it has been learned from
    TimePoint m_spinEnd{};
    std::int64_t m_waits = 0;
    double m_interval = 0;      // between deadlines, ns, fading
    double m_aimedInterval = 0; // that the aims were made for
};

ParameterInfo spinOrNone() {
    ParameterInfo info = spinParameter(SpinKind::Pause);
    info.maximum = kNoSpin;
    info.choices.push_back("none");
    info.meaning = JITTERSCOPE_TR(
        "What the busy wait does between two clock reads. low-power: the processor's timed wait, which saves "
        "watts, not CPU %. none: no busy wait at all; frames then start early or late by the spread of the "
        "wake-ups, centred on the deadline.");
    return info;
}

std::vector<ParameterInfo> parameters() {
    return {
        {.name = "aim",
         .label = JITTERSCOPE_TR("Aim"),
         .unit = Unit::Choice,
         .minimum = 0,
         .maximum = 1,
         .standard = 0,
         .meaning = JITTERSCOPE_TR("late-share: as few late frames as asked for, for the least CPU. "
                                   "cpu-budget: as few late frames as the CPU budget allows."),
         .choices = {"late-share", "cpu-budget"}},
        {.name = "late_share",
         .label = JITTERSCOPE_TR("Late frames allowed"),
         .unit = Unit::Fraction,
         .minimum = 0.0001,
         .maximum = 0.5,
         .standard = 0.007,
         .meaning = JITTERSCOPE_TR("Share of frames that may start late. Less: a longer margin, more CPU."),
         .onlyWith = "aim=late-share"},
        {.name = "cpu_budget",
         .label = JITTERSCOPE_TR("CPU budget, %"),
         .unit = Unit::None,
         .minimum = 0.1,
         .maximum = 100,
         .standard = 5,
         .meaning = JITTERSCOPE_TR("CPU of the waits in % of one core; what the wake-ups alone cost is "
                                   "the least."),
         .onlyWith = "aim=cpu-budget"},
        spinOrNone()};
}

} // namespace

SleepEntry adaptiveEntry() {
    return {
        .id = "adaptive",
        .name = JITTERSCOPE_TR("Adaptive"),
        .description = JITTERSCOPE_TR(
            "Learns how late this machine wakes sleeps of each length, sleeps until the margin "
            "that only a chosen share of wake-ups exceeds, sleeps again where that is cheaper than "
            "spinning, then spins. As exact as spinning in all other frames, for the CPU of a few wake-ups."),
        .source = "Jitterscope; the quantile rule of the newsvendor problem applied to wake-up latency",
        .mayWakeEarly = true, // with spin=none alone
        .learnsDistribution = true,
        .aimsAtTicks = true,
        .kind = SleepKind::Absolute,
        .parameters = parameters(),
        .make = makeStrategy<Adaptive>};
}

} // namespace jitterscope
