// SPDX-License-Identifier: MIT
#include "core/sleep/strategies/adaptive.h"

#include "core/sleep/learned_latency.h"
#include "core/sleep/strategy_support.h"
#include "core/sleep/tick_phase.h"
#include "core/sleep/wake_model.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace jitterscope {
namespace {

enum Index { Aim, LateShare, CpuBudget, SpinIndex };
constexpr double kAimAtBudget = 1;
constexpr double kNoSpin = 4; // the choice after the kinds of spinning

constexpr Nanoseconds kLongestMargin{50'000'000};
constexpr Nanoseconds kWorthASleep{50'000}; // of lengths not known yet
constexpr Nanoseconds kInterference{1'000}; // a spin that ends later has lost the processor
constexpr std::int64_t kExploreFirst = 100; // waits without a sleep
constexpr std::int64_t kExploreLast = 6'400;
constexpr double kIntervalMemory = 1.0 / 32;

class Adaptive final : public SleepStrategy {
public:
    explicit Adaptive(TimeSource& time)
        : m_time(time), m_model(std::make_unique<WakeModel>()), m_ticks(time.tick()) {}

    void sleepUntil(TimePoint deadline) noexcept override {
        TimePoint now = m_time.now();
        prepare(deadline);
        int sleeps = 0;
        while (!m_time.stopRequested()) {
            Plan plan = planFor(now, deadline);
            if (!worthASleep(plan, now, deadline, sleeps) && (sleeps != 1 || !probe(now, deadline, plan)))
                break;
            now = sleepOnce(plan);
            if (sleeps == 0)
                m_firstLength = plan.length;
            ++sleeps;
            if (plan.certain && plan.whole && (m_zeroSpin || m_budget > 0))
                break; // its one sleep is aimed at the deadline itself, or is all that the budget holds
        }
        if (sleeps == 0)
            explore(deadline, now);
        m_model->waited(sleeps);
        if (!m_zeroSpin)
            spin(deadline);
    }

    void setParameters(const ParameterValues& values) noexcept override {
        m_zeroSpin = values[SpinIndex] == kNoSpin;
        m_spin = m_zeroSpin ? SpinKind::Pause : spinKindOf(values[SpinIndex]);
        m_budget = values[Aim] == kAimAtBudget && !m_zeroSpin ? values[CpuBudget] / 100 : 0;
        m_lateShare = m_zeroSpin ? 0.5 : m_budget > 0 ? 0 : values[LateShare];
        setAims();
    }

    [[nodiscard]] Estimate estimate() const noexcept override {
        const WakeModel::Length& length = m_model->at(m_firstLength);
        return {true, nanosecondsOf(length.choice.margin), length.choice.margin, 0,
                static_cast<std::int64_t>(length.oversleeps.weight())};
    }

    [[nodiscard]] bool learned(LearnedLatency& picture) const noexcept override {
        const WakeModel::Length& length = m_model->at(m_firstLength);
        if (length.oversleeps.weight() <= 0)
            return false;
        picture = {length.oversleeps, length.choice, m_model->hazard(), length.wakeCost, m_interval};
        return true;
    }

private:
    /// What is known of sleeps of some length, from themselves or from others.
    struct Knowledge {
        Nanoseconds margin{};
        double cost = 0;      ///< CPU time of the sleep and the spin after it, ns
        int caution = 2;      ///< where not certain: at least that part of what is left is kept back
        bool certain = false; ///< well enough to aim a sleep at the deadline
        bool own = false;     ///< from sleeps of this very length
    };

    /// One sleep of a wait.
    struct Plan {
        TimePoint until{};      ///< asked for
        TimePoint wakes{};      ///< when it should wake: then, or on the tick after it
        std::size_t length = 0; ///< index of what is slept
        double cost = 0;        ///< CPU time of the sleep and the spin after it, ns
        bool certain = false;
        bool whole = false; ///< it leaves no more than its margin: the last one of its wait
    };

    /// Longer sleeps wake later: of a length that is not known yet the next longer that is serves as it is.
    /// Of a shorter one twice as much and more: the sleep is then one to learn from, and another follows.
    /// Where nothing is known it is half of what is left, again and again: no guess, and it ends where short
    /// sleeps are known.
    [[nodiscard]] Knowledge knowledgeOf(std::size_t wanted) const noexcept {
        for (std::size_t i = wanted; i < WakeModel::kLengths; ++i) {
            if (const WakeModel::Length& at = m_model->at(i); at.known())
                return {nanosecondsOf(at.choice.margin), at.wakeCost + at.choice.spin, 1, true, i == wanted};
        }
        for (std::size_t i = wanted; i-- > 0;) {
            if (const WakeModel::Length& at = m_model->at(i); at.known())
                return {nanosecondsOf(2 * at.choice.margin), 0, 16, false, false};
        }
        return {};
    }

    /// The longest sleep that its own margin leaves time for. On the border of two lengths, where the margin
    /// of each leaves the other, it is the longest of the shorter ones.
    [[nodiscard]] Plan planFor(TimePoint now, TimePoint deadline) const noexcept {
        const Nanoseconds left = deadline - now;
        std::size_t index = WakeModel::indexOf(left);
        Knowledge known = knowledgeOf(index);
        Nanoseconds length = std::min(left - known.margin, WakeModel::longestOf(index));
        while (known.certain && index > 0 && WakeModel::indexOf(length) < index) {
            known = knowledgeOf(--index);
            length = std::min(left - known.margin, WakeModel::longestOf(index));
        }
        // Too much kept back for what is only supposed of a length: find out.
        if (known.certain && !known.own && length < kWorthASleep && left / 2 > usual(left / 2)) {
            known.certain = false;
            length = left / 2;
        } else if (!known.certain) {
            length = left - std::max({known.margin, left / known.caution, worstUnknown()});
        }
        length = std::max(length, left - kLongestMargin);
        return planOf(now, now + length, index, known, left);
    }

    [[nodiscard]] Plan planOf(TimePoint now, TimePoint target, std::size_t index, const Knowledge& known,
                              Nanoseconds left) const noexcept {
        const bool whole = target - now >= left - known.margin; // not cut short at a border
        Plan plan{target,     target,        known.certain ? index : WakeModel::indexOf(target - now),
                  known.cost, known.certain, whole};
        if (m_ticks.known()) { // the last tick that is early enough, asked for from well before it
            plan.wakes = m_ticks.lastTick(target);
            plan.until = std::max(plan.wakes - m_ticks.tick() / 4, now + (plan.wakes - now) / 2);
            plan.cost += static_cast<double>((target - plan.wakes).count());
        }
        return plan;
    }

    [[nodiscard]] Nanoseconds worstUnknown() const noexcept {
        const Nanoseconds worst = nanosecondsOf(m_model->worstUnknown());
        return m_ticks.known() ? worst : std::max(worst, m_ticks.tick());
    }

    /// A sleep that costs more than spinning through what is left is none. That makes one sleep, several or
    /// none of a wait, whatever the machine is worth.
    [[nodiscard]] bool worthASleep(const Plan& plan, TimePoint now, TimePoint deadline,
                                   int sleeps) const noexcept {
        const Nanoseconds length = plan.wakes - now;
        if (!plan.certain)
            return length >= (sleeps > 0 ? kWorthASleep : Nanoseconds{1});
        if (length <= Nanoseconds{0})
            return false;
        return m_zeroSpin || m_budget > 0 || static_cast<double>((deadline - now).count()) > plan.cost;
    }

    /// Whether a second sleep pays is known from second sleeps alone: now and then a wait takes one through
    /// half of what is left, where nine in ten such sleeps are over in time.
    [[nodiscard]] bool probe(TimePoint now, TimePoint deadline, Plan& plan) const noexcept {
        const Nanoseconds half = (deadline - now) / 2;
        const WakeModel::Length& length = m_model->at(WakeModel::indexOf(half));
        const std::int64_t every = length.oversleeps.weight() < 1000 ? 8 : 64;
        if (m_waits % every != 0 || half < kWorthASleep || m_zeroSpin || m_budget > 0 || m_ticks.known() ||
            half < usual(half))
            return false;
        plan = {now + half, now + half, WakeModel::indexOf(half), 0, false, false};
        return true;
    }

    /// What nine in ten sleeps of this length, or of the next longer one that is known, do not oversleep by.
    [[nodiscard]] Nanoseconds usual(Nanoseconds length) const noexcept {
        for (std::size_t i = WakeModel::indexOf(length); i < WakeModel::kLengths; ++i) {
            if (m_model->at(i).known())
                return nanosecondsOf(m_model->at(i).usual);
        }
        return worstUnknown();
    }

    TimePoint sleepOnce(const Plan& plan) noexcept {
        const bool costed = m_model->wantsCost(plan.length);
        const auto cpuBefore = costed ? m_time.cpuTime() : std::nullopt;
        const NativeSleep sleep = m_time.sleepUntil(plan.until);
        if (m_time.stopRequested())
            return sleep.end;
        m_ticks.woke(sleep.end);
        m_model->slept(plan.length, static_cast<double>((sleep.end - plan.wakes).count()),
                       plan.certain && m_model->at(plan.length).known());
        if (cpuBefore) {
            if (const auto cpuAfter = m_time.cpuTime())
                m_model->cost(plan.length, static_cast<double>((*cpuAfter - *cpuBefore).count()));
        }
        return sleep.end;
    }

    void spin(TimePoint deadline) noexcept {
        const Spin spin = m_time.spinUntil(deadline, m_spin);
        if (spin.begin < deadline && spin.end >= deadline)
            m_model->spun(static_cast<double>((deadline - spin.begin).count()),
                          spin.end - deadline > kInterference);
    }

    /// What is computed is computed here, before the sleep, where it costs no lateness.
    void prepare(TimePoint deadline) noexcept {
        const auto interval = static_cast<double>((deadline - m_lastDeadline).count());
        m_lastDeadline = deadline;
        if (m_waits++ > 0)
            m_interval +=
                std::max(kIntervalMemory, 1.0 / static_cast<double>(m_waits - 1)) * (interval - m_interval);
        if (m_budget > 0 && ((m_waits & 31) == 0 || m_waits < 32))
            setAims();
        m_model->refresh();
    }

    void setAims() noexcept {
        m_model->aim(m_lateShare,
                     m_budget > 0 ? m_budget * m_interval : std::numeric_limits<double>::infinity());
    }

    /// Where nothing is slept nothing is learned: now and then a sleep as short as it can be, less and less
    /// often while it does not fit. When ten in a row have fitted, everything is learned anew.
    void explore(TimePoint deadline, TimePoint now) noexcept {
        const bool noTick = m_ticks.tick() > Nanoseconds{0} && !m_ticks.known(); // where they lie comes first
        if ((++m_withoutSleep < m_exploreEvery && !noTick) || deadline - now < kWorthASleep || m_zeroSpin)
            return;
        if (m_ticks.known() && m_ticks.lastTick(deadline) <= now)
            return; // none that a sleep could end on in time
        m_withoutSleep = 0;
        const TimePoint end = m_time.sleepUntil(now + Nanoseconds{1'000}).end;
        m_ticks.woke(end);
        m_exploredWorst = std::max(m_exploredWorst, static_cast<double>((end - now).count()));
        const bool fitted = m_ticks.known() ? end < deadline : end - now <= (deadline - now) / 4;
        if (!fitted) {
            m_exploreEvery = std::min(2 * m_exploreEvery, kExploreLast);
            m_fitted = 0;
            m_exploredWorst = 0;
        } else if (++m_fitted < 10) {
            m_exploreEvery = kExploreFirst / 10;
        } else {
            m_model->forget(m_ticks.known() ? 0 : m_exploredWorst);
            m_exploreEvery = kExploreFirst;
            m_fitted = 0;
            m_exploredWorst = 0;
        }
    }

    TimeSource& m_time;
    std::unique_ptr<WakeModel> m_model;
    TickPhase m_ticks;
    double m_lateShare = 0.007;
    double m_budget = 0; // of one core, 0 … 1; 0: none
    SpinKind m_spin = SpinKind::Pause;
    bool m_zeroSpin = false;
    std::size_t m_firstLength = 0;
    TimePoint m_lastDeadline{};
    std::int64_t m_waits = 0;
    double m_interval = 0; // between deadlines, ns, fading
    std::int64_t m_withoutSleep = 0;
    std::int64_t m_exploreEvery = kExploreFirst;
    int m_fitted = 0;           // explored sleeps in a row that would have fitted
    double m_exploredWorst = 0; // ns, of these
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
        .aimsAtTicks = true,
        .kind = SleepKind::Absolute,
        .parameters = parameters(),
        .make = makeStrategy<Adaptive>};
}

} // namespace jitterscope
