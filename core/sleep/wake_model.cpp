// SPDX-License-Identifier: MIT
#include "core/sleep/wake_model.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace jitterscope {
namespace {

constexpr double kEveryChoice = 200;         // up to so many samples the choice is made anew with each
constexpr std::uint32_t kChoiceEvery = 64;   // afterwards with so many
constexpr double kHabit = 1.0 / 64;          // of sleeps a wait
constexpr double kSpoiltMemory = 1.0 / 2048; // of a wait
constexpr double kLeastAllowed = 0.5;        // of the late share, whatever others spoil
constexpr double kCostMemory = 1.0 / 32;
constexpr std::int64_t kAllCosts = 16;
constexpr double kSpunMemory = 5e8; // ns of spinning that the hazard stands on
constexpr double kSpunKept = 1.5e7; // of them when the machine seems to be another one
constexpr double kSleptKept = 150;  // samples; likewise
// Before anything is known the hazard is that of a fifth of a late spin in 20 ms: one in the first frames
// proves little, and on a busy machine it is found out soon.
constexpr double kPriorLate = 0.2;
constexpr double kPriorSpun = 2e7;
constexpr std::int64_t kUnused = 1000; // waits
constexpr std::int64_t kLookForUnused = 64;
constexpr double kLaterAlarm = 4;
constexpr double kDoubt = 2;       // samples
constexpr double kTail = 0.05;     // of the oversleeps, that a machine that wakes earlier has fewer of
constexpr double kFewer = 1.0 / 3; // so many of them
constexpr double kLogFewer = -1.09861228866811;
constexpr double kEarlierAlarm = 5; // a log of likelihoods: e^5 to one
constexpr double kWorthTwo = 1.15;
constexpr double kFirstOfTwo = 0.2;  // of the late share, at most, for a sleep that another one follows
constexpr double kFreeOfTwo = 0.02;  // of it, where that costs nothing
constexpr double kShortSecond = 1e6; // ns: up to here second sleeps wake alike

} // namespace

void WakeModel::Length::forget() noexcept {
    oversleeps.clear();
    twice = false;
    later = earlier = tailShare = 0;
}

std::size_t WakeModel::indexOf(Nanoseconds length) noexcept {
    const auto whole = static_cast<std::uint64_t>(std::max<std::int64_t>(length.count(), 1));
    const auto octave = static_cast<std::size_t>(std::bit_width(whole));
    return std::clamp(octave, kShortestOctave, kShortestOctave + kLengths - 1) - kShortestOctave;
}

void WakeModel::aim(double lateShare, double frameBudget, bool once) noexcept {
    if (lateShare == m_lateShare && frameBudget == m_frameBudget && once == m_once)
        return;
    m_once = once;
    m_lateShare = lateShare;
    m_frameBudget = frameBudget;
    allStale();
}

void WakeModel::allStale() noexcept {
    for (Length& length : m_lengths)
        length.stale = true;
    m_stale = true;
}

void WakeModel::slept(std::size_t index, double oversleep, bool aimed) noexcept {
    Length& length = m_lengths[index];
    const std::size_t bucket = length.oversleeps.add(oversleep);
    ++length.sleeps;
    length.lastWait = m_waits;
    ++length.fresh;
    const bool missed = oversleep > length.choice.margin;
    if (missed || length.fresh >= kChoiceEvery || !length.oversleeps.weighsMoreThan(kEveryChoice))
        m_stale = length.stale = true;
    if (!aimed)
        m_worst = std::max(0.9 * m_worst, oversleep); // fades, or one bad first sleep would stay
    if (length.known())
        watch(length, oversleep, bucket);
}

void WakeModel::spoilt() noexcept {
    m_spoilt += kSpoiltMemory;
}

/// Cumulative sums (E. S. Page, Continuous inspection schemes, 1954): one rises when late wake-ups come three
/// times as often as the choice expects, the other when the longest twentieth comes a third as often.
void WakeModel::watch(Length& length, double oversleep, std::size_t bucket) noexcept {
    const bool missed = oversleep > length.choice.margin;
    length.later = std::max(0.0, length.later + (missed ? 1.0 : 0.0) -
                                     std::min(3 * length.expected, (1 + length.expected) / 2));
    const bool inTail = bucket > length.tailBucket;
    length.earlier =
        std::max(0.0, length.earlier + (inTail ? kLogFewer : 0.0) + (1 - kFewer) * length.tailShare);
    if (length.later > kLaterAlarm || length.earlier > kEarlierAlarm)
        doubt();
}

void WakeModel::forget(double worst) noexcept {
    for (Length& length : m_lengths)
        length.forget();
    m_worst = worst;
    m_sleepsPerWait = 1;
    doubtSpins();
}

void WakeModel::doubt() noexcept {
    for (Length& length : m_lengths) {
        length.oversleeps.fadeTo(kSleptKept);
        length.later = length.earlier = 0;
    }
    allStale();
    doubtSpins();
}

void WakeModel::doubtSpins() noexcept {
    const double kept = std::min(1.0, kSpunKept / std::max(m_spunTime, 1.0));
    m_spunTime *= kept;
    m_spunLate *= kept;
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
    m_hazard = (m_spunLate + kPriorLate) / (m_spunTime + kPriorSpun);
}

void WakeModel::waited(int sleeps) noexcept {
    m_sleepsPerWait += kHabit * (sleeps - m_sleepsPerWait);
    m_spoilt -= kSpoiltMemory * m_spoilt;
    if (sleeps > 0 && (++m_waits & (kLookForUnused - 1)) == 0) {
        for (Length& length : m_lengths) {
            if (length.known() && m_waits - length.lastWait > kUnused)
                length.forget();
        }
    }
    if (sleeps == 0) {
        m_worst *= 0.9; // nor does one bad sleep keep from sleeping for long
        if ((++m_spunWaits & (kChoiceEvery - 1)) == 0)
            allStale(); // the hazard may be another one by now
    }
}

/// Whether a second sleep costs less than the spin that it saves. With something to spare at first, or chance
/// would change it back and forth.
bool WakeModel::secondPays(const Length& length, double spin) const noexcept {
    const Length& second = m_lengths[0];
    if (&length == &second || !second.known() || m_once)
        return false;
    return spin > (length.twice ? 1.0 : kWorthTwo) * (second.wakeCost + second.choice.spin);
}

double WakeModel::costOfWait(std::size_t index) const noexcept {
    const Length& length = m_lengths[index];
    const Length& last = m_lengths[lastOf(index)];
    return last.wakeCost + last.choice.spin + (length.twice ? length.wakeCost : 0);
}

/// The first of two sleeps may wake early at the price of a longer second one, which costs nothing while that
/// stays short. So it takes next to nothing of the late share; more where longer second sleeps, which wake
/// later, would be needed for it.
MarginPoint WakeModel::firstOfTwo(const LatencyHistogram& oversleeps, double allowed) const noexcept {
    const MarginPoint needed = chooseMargin(oversleeps, {.lateShare = kFirstOfTwo * allowed});
    const MarginPoint free =
        chooseMargin(oversleeps, {.lateShare = kFreeOfTwo * allowed, .spinLimit = kShortSecond});
    return free.margin > needed.margin ? free : needed;
}

/// What others spoil is late as well, so the own sleeps get the less of the late share. One sleep gets it
/// whole; of two the second gets what the first leaves. The risk of spinning is that of the sleep which the
/// spin follows.
void WakeModel::choose(std::size_t index) noexcept {
    Length& length = m_lengths[index];
    const double limit = std::max(m_frameBudget - length.wakeCost, 0.0);
    const bool second = index == 0 && m_sleepsPerWait > 1.5;
    const double allowed =
        m_once ? m_lateShare : std::max(m_lateShare - m_spoilt, kLeastAllowed * m_lateShare);
    const double share = second ? allowed - std::min(m_firstMissed, kFirstOfTwo * allowed) : allowed;
    length.choice = chooseMargin(length.oversleeps, {share, limit, m_hazard});
    length.twice = secondPays(length, length.choice.spin);
    if (length.twice) {
        length.choice = firstOfTwo(length.oversleeps, allowed);
        m_firstMissed = length.choice.missed;
    }
    // What is known from n samples may as well be a few samples more; the longest of them is exceeded by the
    // next one with a chance of 1/(n + 1).
    length.expected = length.choice.missed + kDoubt / (length.oversleeps.weight() + 1);
    length.usual = length.oversleeps.quantile(0.1);
    const double tail = length.oversleeps.quantile(kTail);
    length.tailBucket = LatencyHistogram::bucketOf(tail);
    length.tailShare = length.oversleeps.shareAbove(tail);
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
