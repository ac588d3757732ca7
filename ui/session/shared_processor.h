// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/counters.h"

#include <cstdint>
#include <optional>

namespace jitterscope::ui {

/// How often the window's thread was seen on the processor that the measuring thread ran on last. There, what
/// the window draws can make a frame late. Call look() on the window's thread, whenever it has something to
/// do.
class SharedProcessor {
public:
    /// `thread`: the measuring one (Runner::thread()). 0: it is not known, and this look does not count.
    void look(int thread) noexcept {
        const int measuring = thread > 0 ? lastProcessor(thread) : -1;
        if (measuring < 0)
            return;
        m_processor = measuring;
        ++m_looks;
        m_shared += measuring == currentProcessor() ? 1 : 0;
    }
    void reset() noexcept { *this = {}; }

    /// From 0 to 1; absent before there were enough looks to say.
    [[nodiscard]] std::optional<double> share() const noexcept {
        constexpr std::int64_t kEnough = 50;
        if (m_looks < kEnough)
            return std::nullopt;
        return static_cast<double>(m_shared) / static_cast<double>(m_looks);
    }
    /// Where the measuring thread ran last; −1: not known.
    [[nodiscard]] int processor() const noexcept { return m_processor; }

private:
    std::int64_t m_looks = 0;
    std::int64_t m_shared = 0;
    int m_processor = -1;
};

/// From this share on, the user is told.
inline constexpr double kSharedOften = 0.1;

} // namespace jitterscope::ui
