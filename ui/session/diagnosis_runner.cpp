// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/diagnosis_runner.h"

#include "core/files/machine_file.h"
#include "ui/format/outside_text.h"

#include <optional>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr double kTrialSeconds = 20;

} // namespace

struct DiagnosisRunner::Work {
    std::optional<Result<std::optional<Diagnosis>>> diagnosis;
    std::optional<TrialOutcome> trial;
};

DiagnosisRunner::DiagnosisRunner(QObject* parent) : JobRunner(parent) {}

Result<Done> DiagnosisRunner::diagnose(const DiagnosisPlan& asked, Surroundings* around) {
    DiagnosisPlan plan = asked;
    applyTarget(plan);
    if (auto checked = checkDiagnosis(plan); !checked)
        return checked;
    auto recorded = recordedModel(plan.loop.machine);
    if (!recorded)
        return recorded.error();
    plan.model = recorded.value();
    if (plan.quick || plan.loop.simulated())
        around = nullptr; // a quick one is too short; simulated time is not disturbed
    auto work = std::make_shared<Work>();
    auto begun = begin(
        [work, plan, around](JobControl& job) { work->diagnosis.emplace(runDiagnosis(plan, job, around)); },
        !plan.loop.simulated(), diagnosisSeconds(plan));
    if (!begun)
        return begun;
    m_trial.clear();
    m_work = std::move(work);
    emit started();
    return Done{};
}

Result<Done> DiagnosisRunner::tryCure(const TrialPlan& plan) {
    auto work = std::make_shared<Work>();
    auto begun = begin([work, plan](JobControl& job) { work->trial = runTrial(plan, job); },
                       !plan.loop.simulated(), kTrialSeconds);
    if (!begun)
        return begun;
    m_trial = plan.id;
    m_work = std::move(work);
    emit started();
    return Done{};
}

void DiagnosisRunner::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    m_trial.clear();
    if (work->diagnosis && !*work->diagnosis)
        emit failed(format::text(work->diagnosis->error().message()));
    else if (work->diagnosis && work->diagnosis->value()) {
        auto diagnosis = std::make_shared<Diagnosis>(std::move(*work->diagnosis->value()));
        diagnosis->windowOnProcessor = sharedProcessor().share();
        emit diagnosed(diagnosis);
    } else if (work->trial)
        emit tried(std::make_shared<const TrialOutcome>(std::move(*work->trial)));
    else if (cancelling())
        emit cancelled();
    else
        emit failed(tr("The measurement ended without a result."));
}

} // namespace jitterscope::ui
