// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

// What the kernel says of other processes (proc(5)). Nothing is said where there is no /proc.

/// The whole text of a kernel file, up to 8 MB; empty: it cannot be read.
[[nodiscard]] std::string kernelText(const std::string& path);
/// The current name of a thread; absent: it has ended.
[[nodiscard]] std::optional<std::string> nameNow(std::int32_t process, std::int32_t thread);
/// What comes after the name in a process' stat file: state, parent, … Empty: it has ended.
[[nodiscard]] std::vector<std::string> statOf(std::int32_t process);
/// The number at this place of the words; 0: there is none.
[[nodiscard]] std::int64_t numberAt(const std::vector<std::string>& words, std::size_t at);
/// The processor time of a process so far, ns, in hundredths of a second; `stat`: as statOf() gives it.
[[nodiscard]] std::int64_t processorTimeOf(const std::vector<std::string>& stat);
/// CLOCK_MONOTONIC, ns.
[[nodiscard]] std::int64_t monotonicNow();
/// The number of this process; 0: not known.
[[nodiscard]] std::int32_t ownNumber();
/// All processes that can be seen here.
[[nodiscard]] std::vector<std::int32_t> processes();

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
