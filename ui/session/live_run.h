// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/step_aside.h"
#include "core/run/collector.h"
#include "core/run/run_result.h"
#include "core/run/runner.h"
#include "ui/session/baseline.h"
#include "ui/session/job_runner.h"
#include "ui/session/live_percentiles.h"
#include "ui/session/live_traces.h"

#include <QElapsedTimer>

#include <memory>
#include <optional>

namespace jitterscope::ui {

/// The figures that tables and the headline show, of one moment.
struct LiveMetrics {
    FrameMetrics now; ///< since the last change of settings, as cpuNow
    CpuUsage cpuNow;
    /// Of an earlier stretch, to compare with: the latest one with at least 100 frames, or else with any.
    struct Before {
        QString title; ///< the settings
        FrameMetrics metrics;
        CpuUsage cpu;
        Period period;
        bool exact = false;
    };
    std::optional<Before> before;
    std::size_t stretches = 0;
    Period period;            ///< of `now`
    std::string machine = {}; ///< machineIdentity()
    bool exact = true;        ///< percentiles; else within 1/128 of the deviation
};

/// One run as the window sees it: made when it starts, kept when it has ended, thrown away at the next start.
/// GUI thread only.
/// * While it goes on and measures real time, the threads that were there before it step aside: they draw the
///   window.
class LiveRun {
public:
    /// Starts a run on `runner`, which it then has for itself. `sink` may be null; both outlive this. Error:
    /// Runner::start()'s; the file of a recorded machine cannot be read.
    [[nodiscard]] static Result<std::unique_ptr<LiveRun>> start(Runner& runner, const RunPlan& plan,
                                                                SampleSink* sink);

    /// Not finished yet.
    [[nodiscard]] bool going() const noexcept { return m_collector != nullptr; }
    /// As Runner::change(). A run that has ended meanwhile is not an error: the next one has the new plan.
    [[nodiscard]] Result<Done> change(const ResolvedPlan& next);
    /// Takes over what has been measured since the last call. True: the run has ended, and nothing is left.
    [[nodiscard]] bool take();
    /// Reads the CPU counters when it is time to, twice a second. True: there is a new point.
    [[nodiscard]] bool sampleCpu();
    /// Makes metrics() of this moment.
    void figure();
    /// Call it once, when take() has said that the run has ended.
    void finish();

    /// So far, or whole when it is finished.
    [[nodiscard]] const RunResult& result() const noexcept;
    /// Null while it goes on; may be kept and read on any thread.
    [[nodiscard]] std::shared_ptr<const RunResult> finished() const noexcept { return m_result; }
    /// result() with figures, but without the samples themselves.
    [[nodiscard]] std::shared_ptr<const RunResult> summary() const;
    /// The stretches so far, with settings and CPU use alone.
    [[nodiscard]] std::vector<Stretch> usage() const;
    /// Since the last change of settings.
    [[nodiscard]] const FrameStatistics& statistics() const noexcept;
    [[nodiscard]] const Anatomy& anatomy() const noexcept; ///< of the same frames
    [[nodiscard]] const LiveTraces& traces() const noexcept { return m_traces; }
    /// As of the last figure().
    [[nodiscard]] const std::optional<LiveMetrics>& metrics() const noexcept { return m_metrics; }
    [[nodiscard]] std::uint64_t lostSamples() const noexcept;
    /// How often the window's thread was on the processor of the measuring thread, since the last change of
    /// settings.
    [[nodiscard]] const SharedProcessor& sharedProcessor() const noexcept { return m_shared; }
    [[nodiscard]] std::vector<SettingOutcome> settings() const;
    /// The current stretch, with exact percentiles however long that takes; Baseline::exact says whether
    /// samples were missing. Absent: it has no frames.
    [[nodiscard]] std::optional<Baseline> pinned();

private:
    LiveRun(Runner& runner, SampleSink* sink, std::vector<int> drawing);
    void stepAside();
    void takeNew();
    void beginStretch(std::uint32_t stretch);
    /// Since the last change of settings.
    [[nodiscard]] CpuUsage cpuNow(const CpuUsage& run) const;
    /// The stretch that LiveMetrics::Before is of; null: there is none.
    [[nodiscard]] const Stretch* stretchBefore() const;
    [[nodiscard]] std::optional<std::uint32_t> indexBefore() const;
    [[nodiscard]] std::optional<LiveMetrics::Before> before() const;

    Runner& m_runner;
    std::vector<int> m_drawing;             // threads that are not the run's own
    std::optional<StepAside> m_aside;       // exists while something is measured here
    std::unique_ptr<Collector> m_collector; // exists exactly while the run goes on
    std::shared_ptr<const RunResult> m_result;
    LiveTraces m_traces;
    SharedProcessor m_shared;
    LivePercentiles m_percentiles;
    std::optional<LiveMetrics> m_metrics;
    QElapsedTimer m_wall;
    std::int64_t m_framesSeen = 0;
    std::int64_t m_sleepsSeen = 0;
    std::vector<CpuCounters> m_counters; // the last three
    CpuCounters m_latestCounters;
    CpuCounters m_stretchCounters; // at the start of the current stretch
    std::uint32_t m_stretch = 0;
    double m_nextCpu = 0; // s of m_wall
};

} // namespace jitterscope::ui
