// SPDX-License-Identifier: MIT
#include "core/sleep/sleep_planner.h"

#include "core/sleep/strategy_support.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr Nanoseconds kLongestMargin{50'000'000};
constexpr double kOftenTried = 1'000; // second sleeps, after which a trial is rare
constexpr std::int64_t kTrialEvery = 8;
constexpr std::int64_t kRareTrialEvery = 64;

} // namespace

/// What is known of sleeps of some length, from themselves or from others.
struct SleepPlanner::Knowledge {
    Nanoseconds margin{};
    double cost = 0;      // CPU time of the sleep and the spin after it, ns
    int caution = 2;      // where not certain: at least that part of what is left is kept back
    bool certain = false; // well enough to aim a sleep at the deadline
    bool own = false;     // from sleeps of this very length
};

/// Longer sleeps wake later: of a length that is not known yet the next longer that is serves as it is. Of a
/// shorter one twice as much and more: the sleep is then one to learn from, and another follows. Where
/// nothing is known it is half of what is left, again and again: no guess, and it ends where short sleeps
/// are known.
SleepPlanner::Knowledge SleepPlanner::knowledgeOf(std::size_t wanted) const noexcept {
    for (std::size_t i = wanted; i < WakeModel::kLengths; ++i) {
        if (const WakeModel::Length& at = m_model.at(i); at.known())
            return {nanosecondsOf(at.choice.margin), m_model.costOfWait(i), 1, true, i == wanted};
    }
    for (std::size_t i = wanted; i-- > 0;) {
        if (const WakeModel::Length& at = m_model.at(i); at.known())
            return {nanosecondsOf(2 * at.choice.margin), 0, 16, false, false};
    }
    return {};
}

SleepPlan SleepPlanner::next(TimePoint now, TimePoint deadline) const noexcept {
    const Nanoseconds left = deadline - now;
    std::size_t index = WakeModel::indexOf(left);
    Knowledge known = knowledgeOf(index);
    // A wait may be longer than every sleep that it gets: then the length below is all that there is to know.
    if (!known.certain && index > 0 && endsWithin(index - 1, left))
        known = knowledgeOf(--index);
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
        if (length < left / 2 && left / 2 > usual(left / 2))
            length = left / 2; // as above
    }
    length = std::max(length, left - kLongestMargin);
    return planOf(now, now + length, index, known, left);
}

/// Whether a sleep of this length, with its margin kept back twice at most, ends what is left of a wait; and
/// whether that margin is no great part of it, or is there for a second sleep.
bool SleepPlanner::endsWithin(std::size_t index, Nanoseconds left) const noexcept {
    const WakeModel::Length& length = m_model.at(index);
    const Nanoseconds margin = nanosecondsOf(length.choice.margin);
    return length.known() && left - 2 * margin <= WakeModel::longestOf(index) &&
           (length.twice || 4 * margin <= left);
}

SleepPlan SleepPlanner::planOf(TimePoint now, TimePoint target, std::size_t index, const Knowledge& known,
                               Nanoseconds left) const noexcept {
    const bool whole = target - now >= left - known.margin; // not cut short at a border
    SleepPlan plan{target,     target,        known.certain ? index : WakeModel::indexOf(target - now),
                   known.cost, known.certain, whole};
    if (m_ticks.known()) { // the last tick that is early enough, asked for from well before it
        plan.wakes = m_ticks.lastTick(target);
        plan.until = std::max(plan.wakes - m_ticks.tick() / 4, now + (plan.wakes - now) / 2);
        plan.cost += static_cast<double>((target - plan.wakes).count());
    }
    return plan;
}

std::optional<SleepPlan> SleepPlanner::trial(TimePoint now, TimePoint deadline,
                                             std::int64_t wait) const noexcept {
    const Nanoseconds half = (deadline - now) / 2;
    const std::size_t index = WakeModel::indexOf(half);
    const bool often = m_model.at(index).oversleeps.weight() < kOftenTried;
    if (wait % (often ? kTrialEvery : kRareTrialEvery) != 0 || half < kWorthASleep || m_ticks.known() ||
        half < usual(half))
        return std::nullopt;
    return SleepPlan{now + half, now + half, index, 0, false, false};
}

/// What nine in ten sleeps of this length, or of the next longer one that is known, do not oversleep by.
Nanoseconds SleepPlanner::usual(Nanoseconds length) const noexcept {
    for (std::size_t i = WakeModel::indexOf(length); i < WakeModel::kLengths; ++i) {
        if (m_model.at(i).known())
            return nanosecondsOf(m_model.at(i).usual);
    }
    return worstUnknown();
}

Nanoseconds SleepPlanner::worstUnknown() const noexcept {
    const Nanoseconds worst = nanosecondsOf(m_model.worstUnknown());
    return m_ticks.known() ? worst : std::max(worst, m_ticks.tick());
}

} // namespace jitterscope
