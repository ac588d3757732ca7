// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/diagnosis.h"
#include "ui/session/job_runner.h"

#include <memory>
#include <string>

namespace jitterscope::ui {

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
