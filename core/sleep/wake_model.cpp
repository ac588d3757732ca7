// SPDX-License-Identifier: MIT
#include "core/sleep/wake_model.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kEveryChoice = 200;       // up to so many samples the choice is made anew with each
constexpr std::uint32_t kChoiceEvery = 32; // afterwards with so many
constexpr double kHabit = 1.0 / 64;        // of sleeps a wait
constexpr double kCostMemory = 1.0 / 32;
constexpr std::int64_t kAllCosts = 16;
constexpr double kSpunMemory = 20e9;   // ns of spinning that the hazard stands on
constexpr std::int64_t kUnused = 1000; // waits
constexpr double kAlarm = 4;
constexpr double kNoneCame = 7; // expected and not come: e^-7 of a chance
constexpr double kNear = 0.8;   // of the margin
constexpr double kWorthTwo = 1.15;
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
    length.lastWait = m_waits;
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
        length.twice = false;
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
    Length& oldest = m_lengths[static_cast<std::size_t>(++m_waits) % kLengths];
    if (oldest.known() && m_waits - oldest.lastWait > kUnused) {
        oldest.oversleeps.clear();
        oldest.twice = false;
    }
    if (sleeps == 0)
        m_worst *= 0.9; // nor does one bad sleep keep from sleeping for long
}

/// Whether a second sleep costs less than the spin that it saves. With something to spare at first, or chance
/// would change it back and forth.
bool WakeModel::secondPays(const Length& length, double spin) const noexcept {
    const Length& second = m_lengths[0];
    if (&length == &second || !second.known() || m_frameBudget < std::numeric_limits<double>::infinity())
        return false;
    return spin > (length.twice ? 1.0 : kWorthTwo) * (second.wakeCost + second.choice.spin);
}

/// One sleep gets the late share whole; of two the first gets less, because waking up early costs it a second
/// sleep at most. The risk of spinning is that of the sleep which the spin follows.
void WakeModel::choose(std::size_t index) noexcept {
    Length& length = m_lengths[index];
    const double limit = std::max(m_frameBudget - length.wakeCost, 0.0);
    const bool second = index == 0 && m_sleepsPerWait > 1.5;
    const double share = second ? (1 - kFirstOfTwo) * m_lateShare : m_lateShare;
    length.choice = chooseMargin(length.oversleeps, {share, limit, m_hazard});
    length.twice = secondPays(length, length.choice.spin);
    if (length.twice)
        length.choice = chooseMargin(length.oversleeps, {kFirstOfTwo * m_lateShare, limit, 0});
    length.usual = length.oversleeps.quantile(0.1);
    length.near = length.oversleeps.shareAbove(kNear * length.choice.margin);
    length.fresh = 0;
}

void WakeModel::refresh() noexcept {
    if (!std::exchange(m_stale, false))
        return;
    for (std::size_t i = 0; i < kLengths; ++i) {
        if (std::exchange(m_lengths[i].stale, false))
            choose(i);
    }
}

} // namespace jitterscope
