// SPDX-License-Identifier: MIT
#include "core/adaptive/wake_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope {

WakeModel::WakeModel(const Tuning& tuning) noexcept : m_tuning(tuning), m_outcome(tuning) {
    for (Octave& octave : m_octaves)
        octave.oversleeps = LatencyHistogram(tuning.memory);
}

std::size_t WakeModel::indexOf(Nanoseconds length) const noexcept {
    std::size_t index = 0;
    while (index + 1 < kLengths && length > longestOf(index))
        ++index;
    return index;
}

Nanoseconds WakeModel::longestOf(std::size_t index) const noexcept {
    return Nanoseconds((std::int64_t{1} << (m_tuning.shortest + index)) - 1);
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

void WakeModel::slept(std::size_t index, double oversleep) noexcept {
    Octave& octave = m_octaves[index];
    octave.oversleeps.add(oversleep);
    ++octave.sleeps;
    const bool missed = oversleep > octave.choice.margin + (octave.twice ? 0 : spare());
    if (missed || octave.sleeps % m_tuning.choiceEvery == 0 ||
        !octave.oversleeps.weighsMoreThan(m_tuning.everyChoice))
        m_stale = octave.stale = true;
    if (!octave.known())
        m_worst = std::max(0.9 * m_worst, oversleep);
    else if (octave.watch.woke(missed, octave.choice.missed, oversleep > octave.tail.margin,
                               octave.tail.missed, m_tuning))
        doubt();
}

void WakeModel::cost(std::size_t index, double cpu) noexcept {
    Octave& octave = m_octaves[index];
    const std::uint32_t measured = octave.sleeps / kCostEvery + 1;
    octave.wakeCost += (cpu - octave.wakeCost) / std::min(1.0 * measured, m_tuning.costMemory);
}

void WakeModel::spunThrough() noexcept {
    m_worst *= 0.9; // so one bad sleep does not prevent sleeps for long
    if (++m_spunThrough % m_tuning.choiceEvery == 0)
        allStale();
}

void WakeModel::forget() noexcept {
    for (Octave& octave : m_octaves)
        octave.forget();
    m_outcome.doubt();
}

void WakeModel::doubt() noexcept {
    for (Octave& octave : m_octaves) {
        octave.oversleeps.fadeTo(m_tuning.sleptKept);
        octave.watch.restart();
    }
    allStale();
    m_outcome.doubt();
}

double WakeModel::costOfWait(std::size_t index) const noexcept {
    const Octave& octave = m_octaves[index];
    const Octave& last = m_octaves[lastOf(index)];
    return last.wakeCost + last.last.spin + (octave.twice ? octave.wakeCost : 0);
}

/// The late share less the frames that something else makes late, so that the sum is what was asked for. But
/// a part always stays, or the last tenths of a point would cost many times as much.
double WakeModel::allowed() const noexcept {
    if (m_aims.once)
        return m_aims.lateShare;
    return std::max(m_aims.lateShare - m_outcome.others(), m_tuning.leastAllowed * m_aims.lateShare);
}

/// How long after the deadline a wake-up is still on time, ns. The way out takes the rest of the tolerance.
double WakeModel::spare() const noexcept {
    return std::max(m_aims.tolerance - static_cast<double>(m_tuning.coldWayOut.count()), 0.0);
}

/// The cheapest margin that keeps within the share. If none does, or none is worth its price, the cheapest of
/// those that are least often late, as far as so many sleeps can tell.
MarginPoint WakeModel::lastMargin(Octave& octave, MarginAims aims) const noexcept {
    aims.spinLimit = std::min(aims.spinLimit, m_aims.ceiling);
    MarginPoint point = chooseMargin(octave.oversleeps, aims, spare());
    octave.ceiling = point.late > aims.lateShare && point.spin > 0.99 * m_aims.ceiling;
    if (point.late > aims.lateShare && m_aims.ceiling < ModelAims::kNone) {
        const double variance = point.late * (1 - point.late) / std::max(octave.oversleeps.weight(), 1.0);
        aims.lateShare = point.late + m_tuning.equallyLate * std::sqrt(variance);
        point = chooseMargin(octave.oversleeps, aims, spare());
    }
    return point;
}

/// A single sleep gets the whole late share, and so does the second of two. The first of two takes almost
/// nothing of it: it may wake early, since a longer second sleep costs nothing while it stays short.
void WakeModel::choose(Octave& octave) noexcept {
    const Octave& second = m_octaves[0];
    MarginAims aims;
    aims.lateShare = allowed();
    aims.spinLimit = std::max(m_aims.frameBudget - octave.wakeCost, 0.0);
    aims.hazard = m_outcome.hazard();
    const bool may = &octave != &second && second.known() && octave.known() && !m_aims.once;
    const double least = octave.twice ? m_tuning.keepTwo : m_tuning.worthTwo;
    const auto spinOf = [&](const Octave& each) { return chooseMargin(each.oversleeps, aims, spare()).spin; };
    octave.twice = may && spinOf(octave) > least * (second.wakeCost + spinOf(second));
    if (m_aims.ceiling < ModelAims::kNone)
        aims.price = static_cast<double>(m_tuning.worth.count()) / m_aims.lateShare;
    octave.last = octave.choice = lastMargin(octave, aims);
    if (octave.twice)
        octave.choice = quantileOf(octave.oversleeps, m_tuning.firstOfTwo * allowed(),
                                   static_cast<double>(m_tuning.shortSecond.count()));
    octave.tail = quantileOf(octave.oversleeps, m_tuning.tail, ModelAims::kNone);
}

void WakeModel::refresh() noexcept {
    if (!std::exchange(m_stale, false))
        return;
    for (Octave& octave : m_octaves) {
        if (std::exchange(octave.stale, false))
            choose(octave);
    }
}

} // namespace jitterscope
