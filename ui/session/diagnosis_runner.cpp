// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/diagnosis_runner.h"

#include "core/report/machine_file.h"

#include <algorithm>
#include <utility>

namespace jitterscope::ui {
namespace {

constexpr int kLookMilliseconds = 100;
constexpr double kTrustedProgress = 0.05; // from here on it tells more than the estimate
constexpr double kTrialSeconds = 20;

} // namespace

struct DiagnosisRunner::Work {
    std::optional<Result<std::optional<Diagnosis>>> diagnosis;
    std::optional<TrialOutcome> trial;
};

DiagnosisRunner::DiagnosisRunner(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kLookMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &DiagnosisRunner::look);
}

DiagnosisRunner::~DiagnosisRunner() {
    m_job.cancel();
    m_job.join();
}

Result<Done> DiagnosisRunner::start(const std::function<void(JobControl&)>& computation,
                                    std::shared_ptr<Work> work, bool here, double estimate) {
    const std::vector<int> drawing = threadsNow();
    if (auto begun = m_job.start(computation); !begun)
        return begun;
    m_work = std::move(work);
    m_cancelled = false;
    m_estimate = estimate;
    if (here)
        m_aside.emplace(drawing, -1);
    m_wall.start();
    m_timer.start();
    emit started();
    return Done{};
}

Result<Done> DiagnosisRunner::diagnose(const DiagnosisPlan& asked, Switchable* drawing) {
    if (running())
        return Error{ErrorCode::Usage, "something is being measured", "cancel it first"};
    DiagnosisPlan plan = asked;
    applyTarget(plan);
    if (auto checked = checkDiagnosis(plan); !checked)
        return checked;
    auto recorded = recordedModel(plan.loop.machine);
    if (!recorded)
        return recorded.error();
    plan.model = recorded.value();
    auto work = std::make_shared<Work>();
    m_trial.clear();
    return start([work, plan, drawing](
                     JobControl& control) { work->diagnosis.emplace(runDiagnosis(plan, control, drawing)); },
                 work, !plan.loop.simulated(), diagnosisSeconds(plan));
}

Result<Done> DiagnosisRunner::tryCure(const TrialPlan& plan) {
    if (running())
        return Error{ErrorCode::Usage, "something is being measured", "cancel it first"};
    auto work = std::make_shared<Work>();
    m_trial = plan.id;
    return start([work, plan](JobControl& control) { work->trial = runTrial(plan, control); }, work,
                 !plan.loop.simulated(), kTrialSeconds);
}

void DiagnosisRunner::cancel() {
    if (!running())
        return;
    m_cancelled = true;
    m_job.cancel();
    emit progressed();
}

double DiagnosisRunner::secondsLeft() const {
    const double elapsed = static_cast<double>(m_wall.elapsed()) / 1000;
    const double done = progress();
    if (done < kTrustedProgress)
        return std::max(m_estimate - elapsed, 0.0);
    return elapsed * (1 - done) / done;
}

void DiagnosisRunner::look() {
    if (!m_job.finished()) {
        emit progressed();
        return;
    }
    m_timer.stop();
    m_job.join();
    m_aside.reset();
    const std::shared_ptr<Work> work = std::exchange(m_work, nullptr);
    const std::string trial = std::exchange(m_trial, {});
    if (work->diagnosis && !*work->diagnosis)
        emit failed(QString::fromStdString(work->diagnosis->error().message()));
    else if (work->diagnosis && work->diagnosis->value())
        emit diagnosed(std::make_shared<const Diagnosis>(std::move(*work->diagnosis->value())));
    else if (work->trial)
        emit tried(std::make_shared<const TrialOutcome>(std::move(*work->trial)));
    else if (m_cancelled)
        emit cancelled();
    else
        emit failed(tr("The measurement ended without a result."));
}

} // namespace jitterscope::ui
