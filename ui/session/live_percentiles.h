// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_result.h"
#include "core/stats/percentile_search.h"

#include <memory>
#include <optional>

namespace jitterscope::ui {

/// Exact percentiles of frame time and lateness during a run. It walks over the samples in memory at most
/// once a second, in pieces that do not hold up the window. A walk over two million frames takes four
/// seconds. Until it has ended, figures show the result of the walk before.
class LivePercentiles {
public:
    static constexpr std::int64_t kAtOnce = 20'000;         ///< such a run is walked through at once
    static constexpr std::int64_t kFramesASecond = 500'000; ///< walked through on average
    static constexpr std::int64_t kPauseMs = 1000;

    /// Walks on by one piece. `now` in ms. If samples have been dropped from memory, there are no exact
    /// percentiles.
    void step(const RunResult& run, std::int64_t now);
    /// Call it before making figures: those of a short run are then of this moment.
    void freshen(const RunResult& run);
    /// Walks over everything at once, however long that takes: for figures that are kept.
    void finishNow(const RunResult& run);
    /// Puts exact percentiles into the figures of the current stretch. False: there are none yet, or no
    /// longer, and the histogram's percentiles stay.
    bool applyToStretch(FrameMetrics& metrics, std::uint32_t stretch) const;

private:
    /// Of one stretch.
    struct Found {
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
        std::uint32_t stretch;
        std::int64_t at;  ///< frame of the run that is next
        std::int64_t end; ///< frames that the histograms held at the start
        std::unique_ptr<Part> now;
    };
    [[nodiscard]] static std::unique_ptr<Part> partOf(const FrameStatistics& statistics);
    [[nodiscard]] static Found finish(Part& part);
    [[nodiscard]] bool possible(const RunResult& run);
    void begin(const RunResult& run);
    void walk(const RunResult& run, std::int64_t most);
    void end();

    std::optional<Walk> m_walk;
    std::optional<Found> m_now;
    std::uint32_t m_stretch = 0;
    std::int64_t m_next = 0; // ms
};

} // namespace jitterscope::ui
