// SPDX-License-Identifier: MIT
#include "core/sleep/wake_model.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kEveryChoice = 200;       // up to so many samples the choice is made anew with each
constexpr std::uint32_t kChoiceEvery = 32; // afterwards with so many
constexpr double kHabit = 1.0 / 64;        // of what is followed by what
constexpr double kCostMemory = 1.0 / 32;
constexpr std::int64_t kAllCosts = 16;
constexpr double kSpunMemory = 20e9; // ns of spinning that the hazard stands on
constexpr double kAlarm = 4;
constexpr double kNoneCame = 7;     // expected and not come: e^-7 of a chance
constexpr double kNear = 0.8;       // of the margin:
constexpr double kFirstOfTwo = 0.2; // of the late share for a sleep that another one follows

} // namespace

std::size_t WakeModel::indexOf(Nanoseconds length) noexcept {
    const auto whole = static_cast<std::uint64_t>(std::max<std::int64_t>(length.count(), 1));
    const auto octave = static_cast<std::size_t>(std::bit_width(whole));
    return std::clamp(octave, kShortestOctave, kShortestOctave + kLengths - 1) - kShortestOctave;
}

void WakeModel::aim(double lateShare, double frameBudget) noexcept {
    if (lateShare == m_lateShare && frameBudget == m_frameBudget)
        return;
    m_lateShare = lateShare;
    m_frameBudget = frameBudget;
    for (Length& length : m_lengths)
        length.stale = true;
    m_stale = true;
}

void WakeModel::slept(std::size_t index, double oversleep, bool aimed) noexcept {
    Length& length = m_lengths[index];
    length.oversleeps.add(oversleep);
    ++length.sleeps;
    ++length.fresh;
    const bool missed = oversleep > length.choice.margin;
    if (missed || length.fresh >= kChoiceEvery || length.oversleeps.weight() < kEveryChoice)
        m_stale = length.stale = true;
    if (aimed)
        watch(length, oversleep);
    else if (!length.known())
        m_worst = std::max(0.9 * m_worst, oversleep); // fades, or one bad first sleep would stay
}

/// A cumulative sum that rises when late wake-ups come three times as often as the choice expects (E. S.
/// Page, Continuous inspection schemes, 1954), and the count of those near the margin that should have come
/// and did not.
void WakeModel::watch(const Length& length, double oversleep) noexcept {
    const MarginPoint& choice = length.choice;
    const bool missed = oversleep > choice.margin;
    // The longest of n samples is exceeded by the next one with a chance of 1/(n + 1).
    const double expected = std::max(choice.missed, 1 / (length.oversleeps.weight() + 1));
    m_surprise =
        std::max(0.0, m_surprise + (missed ? 1.0 : 0.0) - std::min(3 * expected, (1 + expected) / 2));
    m_expectedNear = oversleep > kNear * choice.margin ? 0 : m_expectedNear + length.near;
    if (m_surprise > kAlarm || m_expectedNear > kNoneCame)
        forget(std::max(choice.margin, oversleep));
}

void WakeModel::forget(double worst) noexcept {
    for (Length& length : m_lengths) {
        length.oversleeps.clear();
        length.followed = 0;
    }
    m_worst = worst;
    m_surprise = 0;
    m_expectedNear = 0;
    m_sleepsPerWait = 1;
}

bool WakeModel::wantsCost(std::size_t index) const noexcept {
    const Length& length = m_lengths[index];
    return length.costs < kAllCosts || (length.sleeps & 15U) == 0;
}

void WakeModel::cost(std::size_t index, double cpu) noexcept {
    Length& length = m_lengths[index];
    const double weight = std::max(1.0 / static_cast<double>(++length.costs), kCostMemory);
    length.wakeCost += weight * (cpu - length.wakeCost);
}

void WakeModel::followed(std::size_t index, bool was) noexcept {
    Length& length = m_lengths[index];
    length.followed += kHabit * ((was ? 1.0 : 0.0) - length.followed);
}

void WakeModel::spun(double length, bool late) noexcept {
    m_spunTime += length;
    m_spunLate += late ? 1 : 0;
    if (m_spunTime > kSpunMemory) {
        m_spunTime /= 2;
        m_spunLate /= 2;
    }
    // A tenth of a second of spinning without a loss is taken for granted: one loss in the first frames
    // proves nothing.
    m_hazard = m_spunLate / (m_spunTime + 1e8);
}

void WakeModel::waited(int sleeps) noexcept {
    m_sleepsPerWait += kHabit * (sleeps - m_sleepsPerWait);
}

/// Where two sleeps a wait are the rule the allowed lateness is split between them. The first gets less:
/// waking up early costs it a second sleep at most.
double WakeModel::shareOf(const Length& length) const noexcept {
    if (m_sleepsPerWait < 1.5)
        return m_lateShare;
    return m_lateShare * (length.followed > 0.5 ? kFirstOfTwo : 1 - kFirstOfTwo);
}

void WakeModel::refresh() noexcept {
    if (!std::exchange(m_stale, false))
        return;
    for (Length& length : m_lengths) {
        if (!std::exchange(length.stale, false))
            continue;
        const double limit = std::max(m_frameBudget - length.wakeCost, 0.0);
        // Where another sleep follows it is that one's spin, not this one's, that runs the risk.
        const double hazard = length.followed > 0.5 ? 0 : m_hazard;
        length.choice = chooseMargin(length.oversleeps, {shareOf(length), limit, hazard});
        length.usual = length.oversleeps.quantile(0.1);
        length.near = length.oversleeps.shareAbove(kNear * length.choice.margin);
        length.fresh = 0;
    }
}

} // namespace jitterscope
