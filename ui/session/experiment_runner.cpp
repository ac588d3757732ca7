// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/experiment_runner.h"

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

} // namespace jitterscope::ui
