// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/job.h"
#include "core/platform/step_aside.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace jitterscope::ui {

/// Runs one experiment at a time on a thread of its own, and checks on it ten times a second. GUI thread
/// only. Waits for the thread only in its destructor.
class ExperimentRunner final : public QObject {
    Q_OBJECT
public:
    explicit ExperimentRunner(QObject* parent = nullptr);
    ~ExperimentRunner() override; ///< cancels and joins

    /// Error: another one is running, or what checkExperiment() says.
    Result<Done> start(const ExperimentPlan& plan);
    /// What has been measured is kept; finished() follows.
    void cancel();

    [[nodiscard]] bool running() const noexcept { return m_work != nullptr; }
    /// Of the running experiment. Empty: none is running.
    [[nodiscard]] std::string id() const { return m_work ? m_plan.id : std::string(); }
    [[nodiscard]] const ExperimentPlan& plan() const noexcept { return m_plan; }
    [[nodiscard]] double progress() const noexcept { return m_job.progress(); }
    /// "Precise sleep".
    [[nodiscard]] QString doing() const { return QString::fromStdString(m_job.doing()); }
    [[nodiscard]] bool cancelling() const noexcept { return m_cancelled; }
    /// Seconds left, from the progress so far; at first from the estimate.
    [[nodiscard]] double secondsLeft() const;

signals:
    void started();
    void progressed();
    void finished(const std::shared_ptr<const jitterscope::ExperimentResult>& result);
    void failed(const QString& message);

private:
    struct Work;
    void look();

    Job m_job;
    std::shared_ptr<Work> m_work;     // exists exactly while one runs; read after the join
    std::optional<StepAside> m_aside; // exists while one measures here
    ExperimentPlan m_plan;
    QTimer m_timer;
    QElapsedTimer m_wall;
    double m_estimate = 0;
    bool m_cancelled = false;
};

/// About how many seconds a plan takes. 0 on a simulated machine.
[[nodiscard]] double estimatedSeconds(const ExperimentPlan& plan);

} // namespace jitterscope::ui
