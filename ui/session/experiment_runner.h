// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiment/experiment.h"
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

} // namespace jitterscope::ui
