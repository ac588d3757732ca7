// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/recommendation.h"
#include "core/run/resolve.h"
#include "core/run/run_result.h"
#include "core/run/runner.h"
#include "ui/session/baseline.h"
#include "ui/session/live_run.h"
#include "ui/session/recorder.h"
#include "ui/session/run_list.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace jitterscope::ui {

/// Measures the Live run. Owns the Runner, takes samples over about 30 times a second (about 7 times while
/// nothing of the run is visible), and gives the pages values. GUI thread only. Waits for the measuring
/// thread only in finishNow(), in its destructor, and when memory has run out.
class Session final : public QObject {
    Q_OBJECT
public:
    explicit Session(QObject* parent = nullptr);
    ~Session() override; ///< stops and joins a run

    /// The plan of the run, or of the next one.
    [[nodiscard]] const RunPlan& plan() const noexcept { return m_plan; }
    /// During a run it takes effect at the next frame. What a run cannot change (machine, thread, limits)
    /// ends it and starts another. Error: nothing has changed.
    Result<Done> setPlan(const RunPlan& plan);

    /// Why nothing else can be measured during a run.
    [[nodiscard]] static QString busyText();
    [[nodiscard]] bool running() const noexcept { return m_run && m_run->going(); }
    /// False: nothing of the run is visible. Samples are then taken over less often, and figures made less
    /// often.
    void setWatched(bool watched);
    Result<Done> start();
    void stop();
    /// Ends the run and waits for it (milliseconds), so that a recording is complete. For the end of the
    /// program.
    void finishNow();
    /// During a run: ends it and starts another. Otherwise: forgets the last run.
    void reset();

    /// Of the run now or last; null before the first.
    [[nodiscard]] const LiveTraces* traces() const noexcept { return m_run ? &m_run->traces() : nullptr; }
    /// Asks for a newer learned(). The answer comes a frame later.
    void askLearned() { m_runner.askLearned(); }
    /// Null: nothing has been learned, or the strategy learns no distribution. Valid until the next
    /// askLearned() and until the event loop is entered again.
    [[nodiscard]] const LearnedLatency* learned() { return m_run ? m_runner.learned() : nullptr; }
    /// Statistics since the last change of settings; null before the first run.
    [[nodiscard]] const FrameStatistics* statistics() const noexcept;
    /// Late frames by cause since the last change of settings; null before the first run.
    [[nodiscard]] const Anatomy* anatomy() const noexcept { return m_run ? &m_run->anatomy() : nullptr; }
    /// How often the window's thread was on the processor of the measuring thread; null before the first run.
    [[nodiscard]] const SharedProcessor* sharedProcessor() const noexcept {
        return m_run ? &m_run->sharedProcessor() : nullptr;
    }
    /// As of the last figured(), so that everything that shows numbers shows the same ones.
    [[nodiscard]] const std::optional<LiveMetrics>& metrics() const noexcept;
    /// Seconds from the first release to the newest frame, by the run's clock; 0 before the first run.
    [[nodiscard]] double elapsed() const noexcept;
    [[nodiscard]] std::int64_t keptFrames() const noexcept;
    [[nodiscard]] std::uint64_t lostSamples() const noexcept;
    [[nodiscard]] std::vector<SettingOutcome> settings() const;
    /// What the file of a recorded machine does not say. Empty unless the last run was on the machine of
    /// plan().
    [[nodiscard]] std::vector<std::string> machineLacks() const;

    /// The run to write files from: the current one or the last. Null before the first. Valid until the event
    /// loop is entered again.
    [[nodiscard]] const RunResult* samples() const noexcept;
    /// The last run once it has ended. It may be kept, and read on any thread.
    [[nodiscard]] std::shared_ptr<const RunResult> finishedRun() const noexcept;
    /// samples() with figures but without the samples themselves. Null before the first run.
    [[nodiscard]] std::shared_ptr<const RunResult> summary() const;

    /// The runs that can be compared. Finished runs of this window are added by themselves; a pinned baseline
    /// becomes A.
    [[nodiscard]] RunList& runs() noexcept { return m_runs; }
    [[nodiscard]] const std::optional<Baseline>& baseline() const noexcept { return m_baseline; }
    /// The X that the last diagnosis recommends, to be marked in figures over X. Absent: there is none.
    [[nodiscard]] const std::optional<XAdvice>& advisedX() const noexcept { return m_advisedX; }
    void setAdvisedX(std::optional<XAdvice> advised);
    void pinBaseline();
    void setBaseline(std::optional<Baseline> baseline);

    /// Streams samples to `path` until the run ends or stopRecording(). Samples so far go first, if they are
    /// few. Error: there is no run, or the file cannot be written.
    Result<Done> record(const QString& path, const Privacy& privacy = {});
    void stopRecording();
    [[nodiscard]] bool recording() const noexcept { return m_recorder.recording(); }
    /// The run is being recorded from its first frame on.
    [[nodiscard]] bool recordingWhole() const noexcept {
        return m_recorder.recording() && m_recorder.whole();
    }
    /// The file that holds the rows until the recording is complete. Empty: nothing is being recorded.
    [[nodiscard]] QString recordingPartial() const { return m_recorder.partialPath(); }

signals:
    void planChanged();
    void started();
    /// Samples have been taken over: about 30 times a second during a run, or about 7 times (setWatched()).
    void ticked();
    /// metrics() are new: about four times a second during a watched run, and at the end of a run.
    void figured();
    /// A new point of CPU use; twice a second.
    void cpuSampled();
    void finished(const std::shared_ptr<const jitterscope::RunResult>& result);
    /// The last run has been forgotten.
    void cleared();
    void failed(const QString& message);
    /// Something to know that is not a failure.
    void noticed(const QString& message);
    void baselineChanged();
    void advisedXChanged();
    void recordingChanged();
    /// A recording is complete: all frames of samples() are in its file.
    void recorded();

private:
    void tick();
    void takeOver();
    void endWithoutMemory();
    void endFailedRecording();
    void figure();
    void complete();
    void listRun(const RunResult& run);

    RunPlan m_plan = standardPlan();
    Runner m_runner;
    Recorder m_recorder;
    std::unique_ptr<LiveRun> m_run; // the run now or last
    RunList m_runs;
    std::optional<RunList::Id> m_pinned; // the baseline among them
    std::optional<Baseline> m_baseline;
    std::optional<XAdvice> m_advisedX;
    QTimer m_timer;
    int m_ticks = 0;
    bool m_restart = false; // a new run follows as soon as this one has ended
};

} // namespace jitterscope::ui
