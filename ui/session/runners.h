// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "core/experiment/experiment.h"
#include "core/lab/lab.h"
#include "ui/session/job_runner.h"

#include <memory>
#include <string>

namespace jitterscope::ui {

/// Runs one experiment at a time. When cancelled, what has been measured is kept.
class ExperimentRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit ExperimentRunner(QObject* parent = nullptr);

    /// Error: another one is running, what checkExperiment() says, or the file of a recorded machine cannot
    /// be read.
    Result<Done> start(const ExperimentPlan& plan);

    /// Of the running experiment. Empty: none is running.
    [[nodiscard]] std::string id() const { return running() ? m_plan.id : std::string(); }
    /// Of the running experiment, or of the last one.
    [[nodiscard]] const ExperimentPlan& plan() const noexcept { return m_plan; }

signals:
    void finished(const std::shared_ptr<const jitterscope::ExperimentResult>& result);

private:
    struct Work;
    void ended() override;

    std::shared_ptr<Work> m_work; // of the last start; read after its end
    ExperimentPlan m_plan;
};

/// About how many seconds a plan takes on this machine. 0 on a simulated one.
[[nodiscard]] double estimatedSeconds(const ExperimentPlan& plan);

/// Measures one lab at a time on this machine. When cancelled, nothing of it is kept.
class LabRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit LabRunner(QObject* parent = nullptr);

    /// `entry` must live until the end, as those of labCatalog() do. Error: something is running, the lab
    /// cannot be measured, or a knob is out of its range.
    Result<Done> measure(const LabEntry& entry, const ParameterValues& knobs);
    /// Of the lab that is being measured; empty: none is.
    [[nodiscard]] std::string id() const { return running() ? m_id : std::string(); }

signals:
    void measured(const std::string& id, const std::shared_ptr<const jitterscope::LabResult>& result);
    void cancelled();

private:
    struct Work;
    void ended() override;

    std::shared_ptr<Work> m_work; // of the last start; read after its end
    std::string m_id;
};

/// Runs one diagnosis or one trial at a time. When cancelled, nothing of it is kept.
class DiagnosisRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit DiagnosisRunner(QObject* parent = nullptr);

    /// `around` is varied between blocks (core/diagnosis/diagnosis.h); it must live until the diagnosis has
    /// ended, or this object is destroyed. Null: nothing is varied. Error: something is running, what
    /// checkDiagnosis() says, or the file of a recorded machine cannot be read.
    Result<Done> diagnose(const DiagnosisPlan& plan, Surroundings* around = nullptr);
    /// Error: something is running.
    Result<Done> tryCure(const TrialPlan& plan);
    /// Id of the trial that is running; empty: a diagnosis, or nothing.
    [[nodiscard]] const std::string& trial() const noexcept { return m_trial; }

signals:
    void diagnosed(const std::shared_ptr<const jitterscope::Diagnosis>& diagnosis);
    void tried(const std::shared_ptr<const jitterscope::TrialOutcome>& outcome);
    void cancelled();

private:
    struct Work;
    void ended() override;

    std::shared_ptr<Work> m_work; // of the last start; read after its end
    std::string m_trial;
};

} // namespace jitterscope::ui
