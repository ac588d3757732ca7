// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/counters.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace jitterscope::ui {

/// What share of the measured processor's time the window's thread used: there, what the window draws can
/// make a frame late. Call look() on the window's thread, whenever it has something to do.
class SharedProcessor {
public:
    /// What is known at one moment.
    struct Look {
        int measured = -1;    ///< the processor that the measuring thread ran on last; −1: not known
        int window = -1;      ///< the one that the window's thread runs on
        Nanoseconds cpu{};    ///< that the window's thread has used so far
        Nanoseconds moment{}; ///< on any steady clock
    };

    /// `thread`: the measuring one (Runner::thread()). 0: it is not known, and this look does not count.
    void look(int thread) noexcept {
        take({thread > 0 ? lastProcessor(thread) : -1, currentProcessor(), threadCpuTime(),
              std::chrono::steady_clock::now().time_since_epoch()});
    }
    /// The CPU time since the last look counts if the window was on the measured processor both times.
    void take(const Look& look) noexcept {
        if (look.measured < 0)
            return;
        if (m_looks > 0) {
            m_time += look.moment - m_last.moment;
            if (look.measured == look.window && m_last.measured == m_last.window)
                m_used += look.cpu - m_last.cpu;
        }
        m_last = look;
        ++m_looks;
    }
    void reset() noexcept { *this = {}; }

    /// From 0 to 1; absent before there were enough looks to say.
    [[nodiscard]] std::optional<double> share() const noexcept {
        constexpr std::int64_t kEnough = 50;
        if (m_looks < kEnough || m_time.count() <= 0)
            return std::nullopt;
        return std::clamp(static_cast<double>(m_used.count()) / static_cast<double>(m_time.count()), 0.0,
                          1.0);
    }
    /// Where the measuring thread ran last; −1: not known.
    [[nodiscard]] int processor() const noexcept { return m_last.measured; }

private:
    std::int64_t m_looks = 0;
    Look m_last;
    Nanoseconds m_used{};
    Nanoseconds m_time{};
};

} // namespace jitterscope::ui
