// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/step_aside.h"
#include "core/run/collector.h"
#include "core/run/run_plan.h"
#include "core/run/run_result.h"
#include "core/run/runner.h"
#include "ui/session/baseline.h"
#include "ui/session/live_percentiles.h"
#include "ui/session/live_traces.h"
#include "ui/session/recorder.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace jitterscope::ui {

/// The figures that tables and the headline show, of one moment.
struct LiveFigures {
    FrameFigures now; ///< since the last change of settings
    CpuUsage cpuNow;
    FrameFigures run; ///< of the whole run
    CpuUsage cpuRun;
    std::size_t stretches = 0;
    Period period;            ///< of `now`
    std::string machine = {}; ///< machineIdentity()
    bool exact = true;        ///< percentiles; else within 1/128 of the deviation
};

/// The window's one hold on measuring: owns the Runner, drains it about 30 times a second, and hands values
/// to the pages. GUI thread only; never waits for the measuring thread but in its destructor.
class Session final : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override; ///< stops and joins a run

    /// The plan of the run, or of the next one.
    [[nodiscard]] const RunPlan& plan() const noexcept { return m_plan; }
    /// During a run it takes effect at the next frame; what a run cannot change (machine, thread) ends it and
    /// starts another. Error: nothing changed.
    Result<Done> setPlan(const RunPlan& plan);

    [[nodiscard]] bool running() const noexcept { return m_collector != nullptr; }
    /// False: nothing of it is to be seen; samples are then taken over less often.
    void setWatched(bool watched);
    Result<Done> start();
    void stop();
    /// Waits for the end of a run that was stopped (milliseconds), so that a recording is complete: for the
    /// end of the program.
    void finishNow();
    /// A running run begins anew; a finished one is forgotten.
    void reset();

    /// Of the run now or last; null before the first.
    [[nodiscard]] const LiveTraces* traces() const noexcept { return m_traces.get(); }
    /// Asks for a newer learned(); it is there a frame later. Null: nothing learned, or its strategy learns
    /// no distribution; valid until the next askLearned() and until the event loop is entered again.
    void askLearned() { m_runner.askLearned(); }
    [[nodiscard]] const LearnedLatency* learned() { return m_traces ? m_runner.learned() : nullptr; }
    /// Statistics since the last change of settings; null before the first run.
    [[nodiscard]] const FrameStatistics* statistics() const noexcept;
    /// As of the last figured(): everything that shows numbers shows the same ones.
    [[nodiscard]] const std::optional<LiveFigures>& figures() const noexcept { return m_figures; }
    /// Seconds of the run's clock, 0 before the first.
    [[nodiscard]] double elapsed() const noexcept;
    [[nodiscard]] std::int64_t keptFrames() const noexcept;
    [[nodiscard]] std::uint64_t lostSamples() const noexcept;
    [[nodiscard]] std::vector<SettingOutcome> settings() const;
    /// What the file of a recorded machine does not tell; empty while no run is of the machine in plan().
    [[nodiscard]] std::vector<std::string> machineLacks() const;

    /// The run to write files from: the finished one, or the one that goes on. Null before the first. Valid
    /// until the event loop is entered again.
    [[nodiscard]] const RunResult* samples() const noexcept;
    /// The last run, when it has ended; may be kept and read on any thread.
    [[nodiscard]] std::shared_ptr<const RunResult> finishedRun() const noexcept { return m_result; }
    /// As samples(), with figures, but without the samples themselves. Null before the first run.
    [[nodiscard]] std::shared_ptr<const RunResult> summary() const;

    [[nodiscard]] const std::optional<Baseline>& baseline() const noexcept { return m_baseline; }
    void pinBaseline();
    void setBaseline(std::optional<Baseline> baseline);

    /// Streams samples to `path` from now on (and those of the run so far, if they are few), until the run
    /// ends or stopRecording(). Needs a run.
    Result<Done> record(const QString& path);
    void stopRecording();
    [[nodiscard]] bool recording() const noexcept { return m_recorder.recording(); }
    /// Where the rows of the recording are until it is complete; empty: none under way.
    [[nodiscard]] QString recordingPartial() const { return m_recorder.partialPath(); }

signals:
    void planChanged();
    void started();
    /// About 30 times a second during a run; samples have been taken over.
    void ticked();
    /// figures() are new; about four times a second during a run, and at its end.
    void figured();
    /// A new point of CPU use; twice a second.
    void cpuSampled();
    void finished(const std::shared_ptr<const jitterscope::RunResult>& result);
    /// The last run has been forgotten.
    void cleared();
    void failed(const QString& message);
    /// Something to know that is no failure.
    void noticed(const QString& message);
    void baselineChanged();
    void recordingChanged();

private:
    void tick();
    void stepAside();
    void takeNew();
    void sampleCpu();
    void figure();
    void complete();
    [[nodiscard]] QString changeText(std::uint32_t stretch) const;

    RunPlan m_plan;
    Runner m_runner;
    std::vector<int> m_drawing;       // threads that are not the run's own
    std::optional<StepAside> m_aside; // exists while something is measured here
    Recorder m_recorder;
    std::unique_ptr<Collector> m_collector; // exists exactly while a run is not yet finished
    std::unique_ptr<LiveTraces> m_traces;
    std::shared_ptr<const RunResult> m_result;
    std::optional<Baseline> m_baseline;
    LivePercentiles m_percentiles;
    QTimer m_timer;
    QElapsedTimer m_wall;
    std::int64_t m_framesSeen = 0;
    std::int64_t m_sleepsSeen = 0;
    std::vector<CpuCounters> m_counters; // the last three
    CpuCounters m_latestCounters;
    CpuCounters m_stretchCounters; // at the start of the current stretch
    std::optional<LiveFigures> m_figures;
    int m_ticks = 0;
    std::uint32_t m_stretch = 0;
    double m_nextCpu = 0;
    bool m_restart = false;
};

/// Whether the strategy's estimate is of whole sleeps (then those are drawn), or of their oversleep.
[[nodiscard]] bool learnsWholeSleeps(std::string_view strategy);

} // namespace jitterscope::ui
