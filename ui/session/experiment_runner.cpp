// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/experiment_runner.h"

#include "core/base/catalog.h"
#include "core/report/machine_file.h"

#include <algorithm>
#include <optional>

namespace jitterscope::ui {
namespace {

constexpr int kLookMilliseconds = 100;
constexpr double kTrustedProgress = 0.05; // from here on it tells more than the estimate

} // namespace

struct ExperimentRunner::Work {
    std::optional<Result<ExperimentResult>> outcome;
};

double estimatedSeconds(const ExperimentPlan& plan) {
    const ExperimentEntry* entry = findEntry(experimentCatalog(), plan.id);
    if (entry == nullptr || entry->onlySimulated || plan.machine.id != "here")
        return 0;
    return entry->duration != nullptr ? std::max(entry->duration(effectivePlan(plan)), 0.0) : 0;
}

ExperimentRunner::ExperimentRunner(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kLookMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &ExperimentRunner::look);
}

ExperimentRunner::~ExperimentRunner() {
    m_job.cancel();
    m_job.join();
}

Result<Done> ExperimentRunner::start(const ExperimentPlan& plan) {
    if (running())
        return Error{ErrorCode::Usage, "an experiment is running", "cancel it first"};
    if (auto checked = checkExperiment(plan); !checked)
        return checked;
    auto recorded = recordedModel(plan.machine);
    if (!recorded)
        return recorded.error();
    auto work = std::make_shared<Work>();
    m_plan = plan;
    m_cancelled = false;
    m_estimate = estimatedSeconds(plan);
    const std::vector<int> drawing = threadsNow();
    ExperimentPlan measured = plan;
    measured.model = recorded.value();
    auto begun = m_job.start(
        [work, measured](JobControl& control) { work->outcome.emplace(runExperiment(measured, control)); });
    if (!begun)
        return begun;
    m_work = std::move(work);
    const ExperimentEntry* entry = findEntry(experimentCatalog(), plan.id);
    if (plan.machine.id == "here" && !entry->onlySimulated)
        m_aside.emplace(drawing, -1);
    m_wall.start();
    m_timer.start();
    emit started();
    return Done{};
}

void ExperimentRunner::cancel() {
    if (!running())
        return;
    m_cancelled = true;
    m_job.cancel();
    emit progressed();
}

double ExperimentRunner::secondsLeft() const {
    const double elapsed = static_cast<double>(m_wall.elapsed()) / 1000;
    const double done = progress();
    if (done < kTrustedProgress)
        return std::max(m_estimate - elapsed, 0.0);
    return elapsed * (1 - done) / done;
}

void ExperimentRunner::look() {
    if (!m_job.finished()) {
        emit progressed();
        return;
    }
    m_timer.stop();
    m_job.join();
    m_aside.reset();
    const std::shared_ptr<Work> work = std::move(m_work);
    m_work.reset();
    if (!work->outcome)
        emit failed(tr("The experiment ended without a result."));
    else if (!*work->outcome)
        emit failed(QString::fromStdString(work->outcome->error().message()));
    else
        emit finished(std::make_shared<const ExperimentResult>(std::move(*work->outcome).value()));
}

} // namespace jitterscope::ui
