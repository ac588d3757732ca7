// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/runners.h"

#include "core/base/catalog.h"
#include "core/files/machine_file.h"
#include "ui/format/outside_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace jitterscope::ui {

struct ExperimentRunner::Work {
    std::optional<Result<ExperimentResult>> outcome;
};

double estimatedSeconds(const ExperimentPlan& plan) {
    const ExperimentEntry* entry = findEntry(experimentCatalog(), plan.id);
    if (entry == nullptr || entry->onlySimulated || plan.machine.id != "here")
        return 0;
    return entry->duration != nullptr ? std::max(entry->duration(effectivePlan(plan)), 0.0) : 0;
}

ExperimentRunner::ExperimentRunner(QObject* parent) : JobRunner(parent) {}

Result<Done> ExperimentRunner::start(const ExperimentPlan& plan) {
    if (running())
        return Error{ErrorCode::Usage, "an experiment is running", "cancel it first"};
    if (auto checked = checkExperiment(plan); !checked)
        return checked;
    auto recorded = recordedModel(plan.machine);
    if (!recorded)
        return recorded.error();
    auto work = std::make_shared<Work>();
    ExperimentPlan measured = plan;
    measured.model = recorded.value();
    const ExperimentEntry* entry = findEntry(experimentCatalog(), plan.id);
    auto begun = begin(
        [work, measured](JobControl& control) { work->outcome.emplace(runExperiment(measured, control)); },
        plan.machine.id == "here" && !entry->onlySimulated, estimatedSeconds(plan));
    if (!begun)
        return begun;
    m_plan = plan;
    m_work = std::move(work);
    emit started();
    return Done{};
}

void ExperimentRunner::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    if (!work->outcome)
        emit failed(tr("The experiment ended without a result."));
    else if (!*work->outcome)
        emit failed(format::text(work->outcome->error().message()));
    else
        emit finished(std::make_shared<const ExperimentResult>(std::move(*work->outcome).value()));
}

struct LabRunner::Work {
    std::optional<Result<LabResult>> result;
};

LabRunner::LabRunner(QObject* parent) : JobRunner(parent) {}

Result<Done> LabRunner::measure(const LabEntry& entry, const ParameterValues& knobs) {
    if (entry.measure == nullptr)
        return Error{ErrorCode::Unsupported, "the lab " + std::string(entry.id) + " is not measured here",
                     "it is simulated"};
    if (const auto checked = checkParameters(entry.knobs, knobs, entry.id); !checked)
        return checked.error();
    auto work = std::make_shared<Work>();
    auto begun = begin(
        [work, lab = &entry, knobs](JobControl& job) { work->result.emplace(measureLab(*lab, knobs, job)); },
        true, entry.measureSeconds);
    if (!begun)
        return begun;
    m_id = entry.id;
    m_work = std::move(work);
    emit started();
    return Done{};
}

void LabRunner::ended() {
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    const std::string id = std::exchange(m_id, std::string());
    if (work->result && work->result->ok())
        emit measured(id, std::make_shared<const LabResult>(std::move(*work->result).value()));
    else if (cancelling())
        emit cancelled();
    else if (work->result)
        emit failed(format::text(work->result->error().message()));
    else
        emit failed(tr("The measurement ended without a result."));
}

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
