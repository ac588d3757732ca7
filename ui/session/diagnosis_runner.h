// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/experiment/job.h"
#include "core/platform/step_aside.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace jitterscope::ui {

/// Runs one diagnosis or one trial at a time on a thread of its own, and checks on it ten times a second. GUI
/// thread only. Waits for the thread only in its destructor.
class DiagnosisRunner final : public QObject {
    Q_OBJECT
public:
    explicit DiagnosisRunner(QObject* parent = nullptr);
    ~DiagnosisRunner() override; ///< cancels and joins

    /// `drawing` switches something between blocks (core/diagnosis/diagnosis.h); it must live until
    /// finished(). Null: nothing. Error: something is running, or what checkDiagnosis() says.
    Result<Done> diagnose(const DiagnosisPlan& plan, Switchable* drawing = nullptr);
    /// Error: something is running.
    Result<Done> tryCure(const TrialPlan& plan);
    /// Ends it; nothing of it is kept.
    void cancel();

    [[nodiscard]] bool running() const noexcept { return m_work != nullptr; }
    /// Id of the trial that is running; empty: a diagnosis, or nothing.
    [[nodiscard]] const std::string& trial() const noexcept { return m_trial; }
    [[nodiscard]] bool cancelling() const noexcept { return m_cancelled; }
    [[nodiscard]] double progress() const noexcept { return m_job.progress(); }
    [[nodiscard]] QString doing() const { return QString::fromStdString(m_job.doing()); }
    [[nodiscard]] double secondsLeft() const;

signals:
    void started();
    void progressed();
    void diagnosed(const std::shared_ptr<const jitterscope::Diagnosis>& diagnosis);
    void tried(const std::shared_ptr<const jitterscope::TrialOutcome>& outcome);
    void cancelled();
    void failed(const QString& message);

private:
    struct Work;
    Result<Done> start(const std::function<void(JobControl&)>& computation, std::shared_ptr<Work> work,
                       bool here, double estimate);
    void look();

    Job m_job;
    std::shared_ptr<Work> m_work;     // exists exactly while something runs; read after the join
    std::optional<StepAside> m_aside; // exists while it measures here
    std::string m_trial;
    QTimer m_timer;
    QElapsedTimer m_wall;
    double m_estimate = 0;
    bool m_cancelled = false;
};

} // namespace jitterscope::ui
