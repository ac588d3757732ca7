// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_result.h"
#include "core/stats/percentile_search.h"

#include <memory>
#include <optional>

namespace jitterscope::ui {

/// Exact percentiles of frame time and lateness while a run goes on. A walk over the samples held begins once
/// a second at most, and is taken in pieces small enough for a turn of the window; a run of two million
/// frames is walked through every four seconds. Until the next walk has ended, figures show the last one's.
class LivePercentiles {
public:
    static constexpr std::int64_t kAtOnce = 20'000;         ///< frames that are walked through in one piece
    static constexpr std::int64_t kFramesASecond = 500'000; ///< walked through on average
    static constexpr std::int64_t kPauseMs = 1000;

    /// Goes on for one turn at `now`, in ms. Nothing is known where samples have been dropped from memory.
    void step(const RunResult& run, std::int64_t now);
    /// Before figures are made: of a short run they then are of this moment.
    void freshen(const RunResult& run);
    /// All of it in one piece, however long it takes: for figures that are kept.
    void finishNow(const RunResult& run);
    /// Puts the exact percentiles into figures of the current stretch or of the whole run; false: there are
    /// none of it yet, or no longer, and the histogram's stay.
    bool applyToStretch(FrameFigures& figures, std::uint32_t stretch) const;
    bool applyToRun(FrameFigures& figures) const;

private:
    /// Of one part of the run.
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
        std::int64_t end; ///< those that the histograms held at the start
        std::unique_ptr<Part> now;
        std::unique_ptr<Part> run; ///< null: the run is one stretch
    };
    [[nodiscard]] static std::unique_ptr<Part> partOf(const FrameStatistics& statistics);
    [[nodiscard]] static Found finish(Part& part);
    [[nodiscard]] bool possible(const RunResult& run);
    void begin(const RunResult& run);
    void walk(const RunResult& run, std::int64_t most);
    void end();

    std::optional<Walk> m_walk;
    std::optional<Found> m_now;
    std::optional<Found> m_run;
    std::uint32_t m_stretch = 0;
    std::int64_t m_next = 0; // ms
};

} // namespace jitterscope::ui
