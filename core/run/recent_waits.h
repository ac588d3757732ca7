// SPDX-License-Identifier: MIT
#pragma once

#include "core/adaptive/learned_latency.h"
#include "core/record/recording_time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace jitterscope {

/// Forecasts as many waits as it remembers, about two thousand. The forecast is the mean of the remembered
/// waits; its interval follows from how much blocks of waits differed from each other. So it includes what no
/// model knows: where deadlines lay within the tick, what other threads did, sleeps that were not worth it.
/// * Fixed memory, no allocation. One thread.
class RecentWaits {
public:
    static constexpr std::int64_t kBlock = 128; ///< waits
    static constexpr std::size_t kBlocks = 16;  ///< that are remembered, and as many are forecast
    static constexpr std::size_t kFewest = 4;   ///< blocks that a forecast needs at least
    /// Share of the CPU time by which the forecast may be wrong, since the cost of a wake-up is an estimate.
    static constexpr double kModel = 0.03;

    /// Adds a wait that was to end at `due` and ended at `end`, as its caller saw it. It was late if it ended
    /// more than `tolerance` after `due`.
    void add(const WaitFacts& facts, TimePoint due, TimePoint end, Nanoseconds tolerance) noexcept;
    /// After a change of settings: earlier waits say nothing about later ones.
    void clear() noexcept { *this = RecentWaits(); }

    /// What the next kBlock · kBlocks waits will be like, with 95 % intervals. Computed from the remembered
    /// waits and from what the strategy has learned of its sleeps. Absent before kFewest blocks.
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
