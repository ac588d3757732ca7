// SPDX-License-Identifier: MIT
#include "core/adaptive/wake_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {

WakeModel::WakeModel(const Tuning& tuning) noexcept : m_tuning(tuning), m_risk(tuning) {
    for (Octave& octave : m_octaves)
        octave.oversleeps = LatencyHistogram(tuning.memory);
}

std::size_t WakeModel::indexOf(Nanoseconds length) const noexcept {
    std::size_t index = 0;
    while (m_tuning.octaves && index + 1 < kLengths && length > longestOf(index))
        ++index;
    return index;
}

Nanoseconds WakeModel::longestOf(std::size_t index) const noexcept {
    if (!m_tuning.octaves)
        return Nanoseconds::max();
    return Nanoseconds((std::int64_t{1} << (kShortestOctave + index)) - 1);
}

void WakeModel::aim(const ModelAims& aims) noexcept {
    m_aims = aims;
    allStale();
}

void WakeModel::allStale() noexcept {
    for (Octave& octave : m_octaves)
        octave.stale = true;
    m_stale = true;
}

void WakeModel::slept(std::size_t index, double oversleep, bool aimed) noexcept {
    Octave& octave = m_octaves[index];
    const std::size_t bucket = octave.oversleeps.add(oversleep);
    ++octave.sleeps;
    octave.lastWait = m_waits;
    ++octave.fresh;
    const bool missed = oversleep > octave.choice.margin + (octave.twice ? 0 : spare());
    if (missed || octave.fresh >= m_tuning.choiceEvery ||
        !octave.oversleeps.weighsMoreThan(m_tuning.everyChoice))
        m_stale = octave.stale = true;
    if (!aimed)
        m_worst = std::max(0.9 * m_worst, oversleep); // fades, or one bad first sleep would stay
    if (octave.known() && octave.watch.woke(missed, bucket > octave.tailBucket, m_tuning) && m_tuning.alarms)
        doubt();
}

void WakeModel::forget(double worst) noexcept {
    for (Octave& octave : m_octaves)
        octave.forget();
    m_worst = worst;
    m_sleepsPerWait = 1;
    m_risk.doubt();
}

void WakeModel::doubt() noexcept {
    for (Octave& octave : m_octaves) {
        octave.oversleeps.fadeTo(m_tuning.sleptKept);
        octave.watch.restart();
    }
    allStale();
    m_risk.doubt();
    m_outcome.doubt();
}

void WakeModel::waited(int sleeps) noexcept {
    m_sleepsPerWait += (sleeps - m_sleepsPerWait) / m_tuning.habit;
    if (sleeps > 0 && (++m_waits & 63) == 0) {
        for (Octave& octave : m_octaves) {
            if (octave.known() && m_waits - octave.lastWait > m_tuning.unused)
                octave.forget();
        }
    }
    if (sleeps == 0) {
        m_worst *= 0.9; // nor does one bad sleep keep from sleeping for long
        if (++m_spunWaits % m_tuning.choiceEvery == 0)
            allStale(); // the risk of spinning may be another one by now
    }
}

double WakeModel::costOfWait(std::size_t index) const noexcept {
    const Octave& octave = m_octaves[index];
    const Octave& last = m_octaves[lastOf(index)];
    return last.wakeCost + last.last.spin + (octave.twice ? octave.wakeCost : 0);
}

/// What else makes frames late comes off the late share, so that the whole is what was asked for; but not so
/// much that the last tenths of a point cost a multiple.
double WakeModel::allowed() const noexcept {
    if (m_aims.once || !m_tuning.others)
        return m_aims.lateShare;
    return std::max(m_aims.lateShare - m_outcome.others(), m_tuning.leastAllowed * m_aims.lateShare);
}

/// How long after the deadline a wake-up is still on time; the way out takes the tolerance's first
/// microsecond. ns
double WakeModel::spare() const noexcept {
    return std::max(m_aims.tolerance - static_cast<double>(m_tuning.coldWayOut.count()), 0.0);
}

/// The cheapest margin that keeps within the share. Where none does, the cheapest of those that are late as
/// rarely as can be, as far as can be told from so many sleeps.
MarginPoint WakeModel::lastMargin(Octave& octave, double share) const noexcept {
    MarginAims aims;
    aims.lateShare = share;
    aims.spinLimit = std::min(std::max(m_aims.frameBudget - octave.wakeCost, 0.0), m_aims.ceiling);
    aims.hazard = m_risk.hazard();
    MarginPoint point = chooseMargin(octave.oversleeps, aims);
    octave.ceiling = point.late > share && point.spin > 0.99 * m_aims.ceiling;
    if (point.late > share && m_aims.ceiling < ModelAims::kNone) {
        const double variance = point.late * (1 - point.late) / std::max(octave.oversleeps.weight(), 1.0);
        aims.lateShare = point.late + m_tuning.equallyLate * std::sqrt(variance);
        point = chooseMargin(octave.oversleeps, aims);
    }
    if (spare() > 0) {
        const double late = point.late;
        const double missed = point.missed;
        point = marginAt(octave.oversleeps, std::max(point.margin - spare(), 0.0), aims.hazard);
        point.late = late;
        point.missed = missed;
    }
    return point;
}

/// How many times the spin that a second sleep saves is as dear as that sleep and its own spin.
double WakeModel::savingOfSecond(const Octave& octave, double share) const noexcept {
    const Octave& second = m_octaves[0];
    const bool sure = second.oversleeps.weighsMoreThan(m_tuning.trusted) && octave.known();
    if (&octave == &second || !sure || m_aims.once || !m_tuning.secondSleep)
        return 0;
    MarginAims aims;
    aims.lateShare = share;
    aims.spinLimit = std::max(m_aims.frameBudget - octave.wakeCost, 0.0);
    aims.hazard = m_risk.hazard();
    const double spin = chooseMargin(octave.oversleeps, aims).spin;
    return spin / (second.wakeCost + second.last.spin);
}

/// The first of two sleeps may wake early at the price of a longer second one, which costs nothing while that
/// stays short. So it takes next to nothing of the late share; more where longer second sleeps, which wake
/// later, would be needed for it.
MarginPoint WakeModel::firstOfTwo(const LatencyHistogram& oversleeps) const noexcept {
    MarginAims aims;
    aims.lateShare = m_tuning.firstOfTwo * allowed();
    const MarginPoint needed = chooseMargin(oversleeps, aims);
    aims.lateShare = m_tuning.freeOfTwo * allowed();
    aims.spinLimit = static_cast<double>(m_tuning.shortSecond.count());
    const MarginPoint free = chooseMargin(oversleeps, aims);
    return free.margin > needed.margin ? free : needed;
}

/// One sleep gets the late share whole; of two the second gets what the first leaves. The risk of spinning is
/// that of the sleep which the spin follows.
void WakeModel::choose(std::size_t index) noexcept {
    Octave& octave = m_octaves[index];
    const bool second = index == 0 && m_sleepsPerWait > 1.5;
    const double share =
        second ? allowed() - std::min(m_firstMissed, m_tuning.firstOfTwo * allowed()) : allowed();
    octave.saving = savingOfSecond(octave, share);
    octave.twice = octave.saving > (octave.twice ? m_tuning.keepTwo : m_tuning.worthTwo);
    octave.last = lastMargin(octave, share);
    octave.choice = octave.twice ? firstOfTwo(octave.oversleeps) : octave.last;
    if (octave.twice)
        m_firstMissed = octave.choice.missed;
    octave.expect(m_tuning);
}

void WakeModel::refresh() noexcept {
    if (!std::exchange(m_stale, false))
        return;
    for (std::size_t i = 0; i < kLengths; ++i) {
        if (std::exchange(m_octaves[i].stale, false))
            choose(i);
    }
}

} // namespace jitterscope
