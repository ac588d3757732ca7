// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace jitterscope {

/// When to look at other programs again: so that looking takes one hundredth of the time. Times in ns.
class LookPace {
public:
    constexpr LookPace(std::int64_t leastApart, std::int64_t mostApart) noexcept
        : m_least(leastApart), m_most(mostApart) {}

    [[nodiscard]] constexpr bool due(std::int64_t now) const noexcept { return now >= m_next; }
    /// It was looked at `now`, which took `cost`.
    constexpr void looked(std::int64_t now, std::int64_t cost) noexcept {
        m_next = now + std::clamp(kCostShare * cost, m_least, m_most);
    }

private:
    static constexpr std::int64_t kCostShare = 100;

    std::int64_t m_least;
    std::int64_t m_most;
    std::int64_t m_next = 0;
};

} // namespace jitterscope
