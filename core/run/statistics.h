// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/cancel.h"
#include "core/record/samples.h"
#include "core/stats/distribution.h"
#include "core/stats/interval.h"
#include "core/stats/moments.h"
#include "core/time/period.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace jitterscope {

/// The statistics of a run or of one stretch, as used in JSON, summary CSV, tables and assertions.
struct FrameMetrics {
    std::int64_t frames = 0; ///< frames counted in the statistics
    std::int64_t lostIterations = 0;
    std::int64_t warmupFrames = 0;  ///< not in the statistics
    std::int64_t stoppedFrames = 0; ///< not in the statistics: the process was stopped before them
    Summary frameTime;              ///< ns
    Summary lateness;               ///< ns
    Summary error;                  ///< |lateness|, ns
    Summary oversleep;              ///< of the last native sleep of each wait, ns
    Nanoseconds tolerance{};
    std::int64_t late = 0;
    std::optional<Share> lateShare;
    std::optional<double> rateHz; ///< measured
    std::optional<double> driftPpm;
};

/// Slots given up as a share of all slots (run or given up); absent if there are none.
[[nodiscard]] std::optional<double> lostShare(const FrameMetrics& metrics) noexcept;

/// Frame statistics, computed on the fly. One for the run, one for each stretch.
class FrameStatistics {
public:
    FrameStatistics() = default;
    FrameStatistics(const Period& period, Nanoseconds tolerance) noexcept;

    void add(const FrameSample& sample);
    /// Later frames deviate from this period. A run with two periods has no drift.
    void setPeriod(const Period& period) noexcept;
    void setTolerance(Nanoseconds tolerance) noexcept { m_tolerance = tolerance; }

    [[nodiscard]] const Period& period() const noexcept { return m_period; }
    [[nodiscard]] Nanoseconds tolerance() const noexcept { return m_tolerance; }
    /// Computed from the histograms: percentiles are within 1/128 of the deviation.
    [[nodiscard]] FrameMetrics metrics() const;
    /// Of frame time − period, in ns; as all of these.
    [[nodiscard]] const Distribution& deviation() const noexcept { return m_deviation; }
    [[nodiscard]] const Distribution& lateness() const noexcept { return m_lateness; }
    [[nodiscard]] const Distribution& error() const noexcept { return m_error; }
    [[nodiscard]] const Distribution& oversleep() const noexcept { return m_oversleep; }
    [[nodiscard]] std::int64_t late() const noexcept { return m_late; }

private:
    Period m_period;
    Nanoseconds m_tolerance{};
    bool m_onePeriod = true;
    Distribution m_deviation;
    Distribution m_lateness;
    Distribution m_error;
    Distribution m_oversleep;
    Drift m_drift;
    std::optional<std::int64_t> m_firstIteration;
    std::int64_t m_firstStart = 0;
    double m_skipped = 0; // ns of gaps left out of the drift
    double m_lastResidual = 0;
    std::int64_t m_frames = 0;
    std::int64_t m_withDeadline = 0;
    std::int64_t m_frameTimeSum = 0;
    std::int64_t m_lost = 0;
    std::int64_t m_late = 0;
    std::int64_t m_warmup = 0;
    std::int64_t m_stopped = 0;
};

/// Replaces the percentiles by exact ones from held samples. The caller ensures that these are all the
/// samples behind `metrics`. `stretch` ≥ 0 selects that stretch only. If cancelled, `metrics` is unfinished.
void makeExact(FrameMetrics& metrics, const std::deque<FrameSample>& samples, std::int64_t stretch = -1,
               const CancelFlag* cancel = nullptr);

} // namespace jitterscope
