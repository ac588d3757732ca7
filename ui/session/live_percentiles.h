// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_result.h"
#include "core/stats/percentile_search.h"

#include <optional>
#include <vector>

namespace jitterscope::ui {

/// Exact percentiles of frame time and lateness during a run. It walks over the samples in memory at most
/// once a second, in pieces that do not hold up the window. A walk over two million frames takes four
/// seconds. Until it has ended, figures show the result of the walk before.
class LivePercentiles {
public:
    static constexpr std::int64_t kAtOnce = 20'000;         ///< such a run is walked through at once
    static constexpr std::int64_t kFramesASecond = 500'000; ///< walked through on average
    static constexpr std::int64_t kPauseMs = 1000;

    /// Walks on by one piece. `now` in ms. `before`: an ended stretch that is shown as well. If samples have
    /// been dropped from memory, there are no exact percentiles.
    void step(const RunResult& run, std::int64_t now, std::optional<std::uint32_t> before = std::nullopt);
    /// Call it before making figures: those of a short run are then of this moment.
    void freshen(const RunResult& run, std::optional<std::uint32_t> before = std::nullopt);
    /// Walks over everything at once, however long that takes: for figures that are kept.
    void finishNow(const RunResult& run, std::optional<std::uint32_t> before = std::nullopt);
    /// Puts exact percentiles into the figures of the current stretch, or of `before`. False: there are none
    /// yet, or no longer, and the histogram's percentiles stay.
    bool applyToStretch(FrameMetrics& metrics, const RunResult& run, std::uint32_t stretch) const;

private:
    struct Found {
        std::uint32_t stretch = 0;
        bool whole = false; ///< the stretch had ended
        Summary frameTime;
        Summary lateness;
    };
    struct Part {
        PercentileSearch deviation;
        PercentileSearch lateness;
        std::int64_t period; ///< ns
        Found found;
    };
    struct Walk {
        std::int64_t at;  ///< frame of the run that is next
        std::int64_t end; ///< frames that the histograms held at the start
        std::vector<Part> parts;
    };
    [[nodiscard]] static Part partOf(const Stretch& stretch, bool whole);
    [[nodiscard]] const Found* foundOf(std::uint32_t stretch) const;
    [[nodiscard]] bool possible(const RunResult& run);
    void begin(const RunResult& run, std::optional<std::uint32_t> before);
    void walk(const RunResult& run, std::int64_t most);
    void end();

    std::optional<Walk> m_walk;
    std::vector<Found> m_found; // of the last walk, and whole ones of earlier walks
    std::int64_t m_next = 0;    // ms
};

} // namespace jitterscope::ui
