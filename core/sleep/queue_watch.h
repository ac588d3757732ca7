// SPDX-License-Identifier: MIT
#pragma once

#include "core/time/time_source.h"

#include <cmath>
#include <optional>

namespace jitterscope {

/// Tells late wake-ups that are the machine's own from those that something else spoilt: in which the thread
/// was ready to run and another one ran. No margin is right for them, and they say nothing about the next
/// sleep. The kernel is asked only when a wake-up was late, and now and then to know what is usual.
/// * A look costs about a microsecond. One thread.
class QueueWatch {
public:
    /// A native sleep ended.
    void slept() noexcept { ++m_sleeps; }
    /// So many since the last look that what is usual would hide what is not.
    [[nodiscard]] bool lookDue() const noexcept { return m_sleeps >= kLookEvery; }

    /// Whether others took so much more than usual from the thread since the last look that it explains more
    /// than half of this oversleep, in ns; without an oversleep (≤ 0) it only looks. False where it is not
    /// known, and where what is usual varies by as much as the oversleep itself.
    [[nodiscard]] bool spoilt(TimeSource& time, double oversleep) noexcept {
        const std::optional<Nanoseconds> queued = time.queued();
        bool result = false;
        if (queued && m_last && *queued >= *m_last && m_sleeps > 0) {
            const auto since = static_cast<double>((*queued - *m_last).count());
            const double excess = since - m_usual * m_sleeps;
            result = oversleep > 0 && excess - 2 * m_spread > oversleep / 2;
            if (!result) {
                m_usual += kMemory * (since / m_sleeps - m_usual);
                m_spread += kMemory * (std::fabs(excess) - m_spread);
            }
        }
        m_last = queued;
        m_sleeps = 0;
        return result;
    }

private:
    static constexpr int kLookEvery = 64;
    static constexpr double kMemory = 1.0 / 16;

    std::optional<Nanoseconds> m_last; // as of the last look
    double m_usual = 0;                // wait for the processor of a sleep, ns, fading
    double m_spread = 0;               // of the excess between two looks: mean distance from none, ns, fading
    int m_sleeps = 0;                  // since the last look
};

} // namespace jitterscope
