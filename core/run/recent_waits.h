// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/learned_latency.h"
#include "core/record/recording_time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace jitterscope {

/// The last two thousand waits as they were, and what that says of as many to come: mean values, and by how
/// much blocks of waits differed from each other. Where the deadline lay within its tick, what others did,
/// sleeps that were not worth it: it is all in there.
/// * Fixed memory, no allocation. One thread.
class RecentWaits {
public:
    static constexpr std::int64_t kBlock = 128; ///< waits
    static constexpr std::size_t kBlocks = 16;  ///< that are remembered, and foretold
    static constexpr std::size_t kFewest = 4;   ///< blocks from which on something is said
    static constexpr double kModel = 0.03;      ///< of the CPU: what a wake-up costs is an estimate

    /// One more wait that began at `begin` and was to end at `due`; its caller saw the end at `end`. Late:
    /// more than `tolerance` after it.
    void add(const WaitFacts& facts, TimePoint due, TimePoint end, Nanoseconds tolerance) noexcept;
    /// Settings have changed: what was before says nothing.
    void clear() noexcept { *this = RecentWaits(); }

    /// What the next kBlock · kBlocks waits will be like, 95 % intervals, from these and from what the
    /// strategy has learned of its sleeps. Absent before kFewest blocks.
    [[nodiscard]] std::optional<WaitForecast> next(const LearnedLatency& learned) const noexcept;

private:
    struct Block {
        double late = 0; // waits
        double sleeps = 0;
        double spun = 0;   // ns of CPU time
        double length = 0; // ns from the first deadline to the last
    };

    std::array<Block, kBlocks> m_blocks;
    Block m_current;
    std::int64_t m_waits = 0;       // in m_current
    std::size_t m_full = 0;         // blocks so far
    std::optional<TimePoint> m_due; // of the last wait
};

} // namespace jitterscope
