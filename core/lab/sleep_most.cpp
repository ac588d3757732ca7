// SPDX-License-Identifier: MIT
#include "core/lab/sleep_most.h"

#include "core/stats/distribution.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::size_t kKept = 100; // sleeps

} // namespace

void SleepMost::sleepUntil(TimePoint deadline) {
    const Nanoseconds left = deadline - m_time.now() - margin();
    if (left > 0ns) {
        const NativeSleep sleep = m_time.sleepFor(left, SleepKind::Relative);
        add((sleep.took - sleep.asked).count());
    }
    (void)m_time.spinUntil(deadline, SpinKind::Bare);
}

void SleepMost::learn(Nanoseconds length) {
    for (std::size_t i = 0; i < kKept && !m_time.stopRequested(); ++i) {
        // A loop does something between two sleeps, so they do not all begin right after a tick.
        (void)m_time.spinUntil(m_time.now() + Nanoseconds(static_cast<std::int64_t>(i) * 7'919 % 1'000'000),
                               SpinKind::Bare);
        const NativeSleep sleep = m_time.sleepFor(length, SleepKind::Relative);
        add((sleep.took - sleep.asked).count());
    }
}

void SleepMost::add(std::int64_t late) {
    m_late.push_back(late);
    if (m_late.size() > kKept)
        m_late.erase(m_late.begin());
}

Nanoseconds SleepMost::margin() const {
    std::vector<std::int64_t> sorted = m_late;
    std::ranges::sort(sorted);
    return Nanoseconds(sorted.empty() ? 0 : sorted[nearestRank(sorted.size(), 0.99)]);
}

} // namespace jitterscope
